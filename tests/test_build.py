"""problems/ -> source/ -> release/, and back: on a small course of the tests' own."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from examiner import build, cli, lint
from examiner.course import Course, CourseError, Problem

ROOT = Path(__file__).parent.parent
ASSIGNMENT = "ps0_warm_up"


@pytest.fixture
def problem(small_course: Course) -> Problem:
    """The one problem set of the small course, built."""
    build.build(small_course)
    return small_course.problems()[0]


def edit(path: Path, change: Callable[[NotebookNode], object]) -> None:
    """Change a notebook as an editor does: read it, change it, save it whole."""
    notebook = nbformat.read(path, as_version=4)
    change(notebook)
    nbformat.write(notebook, path)


def cell(notebook: NotebookNode, name: str) -> NotebookNode:
    return next(cell for cell in notebook.cells if cell.id == name)


def reword(notebook: NotebookNode) -> None:
    front = cell(notebook, "front_matter")
    front.source = front.source.replace("All numbers are whole", "Numbers are integers")


def nbgrader(course: Course, *words: str) -> None:
    """Run nbgrader as an instructor would, from the course folder, in no activated environment."""
    environment = {**os.environ, "PATH": os.defpath, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "nbgrader", *words]
    done = subprocess.run(
        command, cwd=course.root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


# --- building ------------------------------------------------------------------------------------


def test_a_second_build_writes_nothing(small_course: Course) -> None:
    written = build.build(small_course)
    assert [small_course.short(path) for path in written] == [
        "source/ps0_warm_up/sums.ipynb",
        "release/ps0_warm_up/sums.ipynb",
    ]
    assert build.build(small_course) == []


def test_a_build_elsewhere_gives_the_same_bytes(problem: Problem, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    shutil.copytree(problem.root / "problems", other / "problems")
    shutil.copy(problem.root / "nbgrader_config.py", other)
    build.build(Course(other))
    for step in ("source", "release"):
        path = Path(step, ASSIGNMENT, "sums.ipynb")
        assert (other / path).read_bytes() == (problem.root / path).read_bytes()


def test_build_puts_blank_lines_between_cells_in_order(problem: Problem) -> None:
    text = problem.text.read_text()
    problem.text.write_text(text.replace("\n\n\n# %% nbgrader", "\n# %% nbgrader"))
    assert build.build(Course(problem.root)) == [problem.text]
    assert problem.text.read_text() == text


def test_build_writes_quoted_markdown_as_comments(problem: Problem) -> None:
    text = problem.text.read_text()
    heading = "# %% [markdown]\n# ## Question 2: why (3 points)\n"
    assert heading in text
    quoted = '# %% [markdown]\n"""\n## Question 2: why (3 points)\n"""\n'
    problem.text.write_text(text.replace(heading, quoted))
    assert build.build(Course(problem.root)) == [problem.text]
    assert problem.text.read_text() == text


def test_build_puts_the_metadata_of_a_cell_in_order(problem: Problem) -> None:
    text = problem.text.read_text()
    about = '"grade_id": "q1_sum", "locked": false'
    problem.text.write_text(text.replace(about, '"locked": false, "grade_id": "q1_sum"'))
    assert build.build(Course(problem.root)) == [problem.text]
    assert problem.text.read_text() == text


def test_named_cells_carry_their_names_and_the_others_keep_theirs(problem: Problem) -> None:
    def ids(text: str) -> list[str]:
        return [cell.id for cell in build.read_text(text).cells]

    text = problem.text.read_text()
    names = ids(text)
    assert names[:4] == ["front_matter", "front_matter-1", "given_square", "given_square-1"]
    longer = ids(text.replace("# %%\nimport numpy", "# %%\n1 + 1\n\n# %%\nimport numpy"))
    assert longer == [*names[:2], "front_matter-2", *names[2:]]


def test_the_source_is_a_plain_notebook(problem: Problem) -> None:
    notebook = json.loads(problem.source.read_text())
    assert set(notebook["metadata"]) == {"examiner", "kernelspec", "language_info"}
    for about in notebook["cells"]:
        assert not about.get("outputs")
        assert set(about["metadata"]) <= {"nbgrader"}


def test_the_release_holds_stubs_and_no_secrets(problem: Problem) -> None:
    released = problem.release.read_text()
    assert "Replace this line with your answer" in released
    for secret in (
        "square(n) + n",
        "checks.polynomial",
        "Pair the first",
        "2 points for the pairs",
    ):
        assert secret in problem.source.read_text()
        assert secret not in released
    assert "digest" not in released


def test_the_release_is_nbgraders_own_byte_for_byte(problem: Problem) -> None:
    before = problem.release.read_bytes()
    problem.release.unlink()
    nbgrader(Course(problem.root), "generate_assignment", ASSIGNMENT)
    assert problem.release.read_bytes() == before
    nbgrader(Course(problem.root), "generate_assignment", ASSIGNMENT)  # and does not mind a second
    assert problem.release.read_bytes() == before


def test_nbgraders_own_release_drops_tags_attachments_and_widgets(problem: Problem) -> None:
    def litter(notebook: NotebookNode) -> None:
        notebook.metadata.widgets = {"application/vnd.jupyter.widget-state+json": {}}
        cell(notebook, "q1_sum_test").metadata.tags = ["skip-execution"]
        cell(notebook, "q2_written").attachments = {"solution.png": {"image/png": "aGVsbG8="}}
        front = cell(notebook, "front_matter")
        front.source += "\n\n![picture](attachment:shown.png)"
        front.attachments = {"shown.png": {"image/png": "aGVsbG8="}}

    edit(problem.source, litter)
    nbgrader(Course(problem.root), "generate_assignment", ASSIGNMENT)
    released = problem.release.read_text()
    assert "shown.png" in released
    for word in ("solution.png", "skip-execution", "widget"):
        assert word not in released


def test_what_nbgrader_cannot_release_is_an_error_with_its_words(problem: Problem) -> None:
    notebook = build.read_text(problem.text.read_text())
    cell(notebook, "q1_sum").source += "\n### BEGIN SOLUTION"
    with pytest.raises(CourseError, match=r"cannot release ps0_warm_up.*\n.*end solution"):
        build.release(Course(problem.root), problem, notebook)


# --- the grade book ------------------------------------------------------------------------------


def test_a_build_makes_no_grade_book(problem: Problem) -> None:
    assert not (problem.root / "gradebook.db").exists()


@pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # nbgrader's own
def test_record_enters_questions_and_keeps_marks(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.defpath)  # as where no environment is activated
    course = Course(problem.root)
    database = f"sqlite:///{problem.root / 'gradebook.db'}"
    build.record(course, ASSIGNMENT)
    with Gradebook(database) as book:
        cells = book.find_notebook("sums", ASSIGNMENT).grade_cells
        assert {c.name: c.max_score for c in cells} == {"q1_sum_test": 2, "q2_written": 3}
        book.add_student("ada")
        book.add_submission(ASSIGNMENT, "ada")
        book.find_grade("q1_sum_test", "sums", ASSIGNMENT, "ada").auto_score = 1.5
        book.db.commit()
    problem.text.write_text(problem.text.read_text().replace("whole number", "number"))
    build.build(course)
    released = problem.release.read_bytes()
    build.record(course, ASSIGNMENT)
    with Gradebook(database) as book:
        assert book.find_grade("q1_sum_test", "sums", ASSIGNMENT, "ada").auto_score == 1.5
    with sqlite3.connect(problem.root / "gradebook.db") as rows:
        texts = rows.execute("select source from source_cell").fetchall()
    assert any("total gives a number" in text for (text,) in texts)
    assert problem.release.read_bytes() == released


def test_record_says_what_to_do_without_a_source(small_course: Course) -> None:
    with pytest.raises(CourseError, match="make build"):
        build.record(small_course, ASSIGNMENT)


# --- edits in source/ ----------------------------------------------------------------------------


def test_text_to_notebook_and_back_is_the_identity(problem: Problem) -> None:
    before = problem.text.read_bytes()
    assert build.take_back(Course(problem.root), ASSIGNMENT) == []
    problem.text.write_text(build.write_text(nbformat.read(problem.source, as_version=4)))
    assert problem.text.read_bytes() == before


@pytest.mark.parametrize(
    "source",
    [
        "%matplotlib inline\nx = 1",
        "!ls\n%%time\n1",
        '"""\nnot a\n\n\nmarkdown cell\n"""',
        "# only a comment",
        "# +\n# -",
        "",
        "x = 1  # ∂ℓ/∂W · ×",
        "    \n\nx = '\\\\n'",
    ],
)
@pytest.mark.parametrize("kind", ["code", "markdown", "raw"])
def test_cells_survive_the_way_through_text(kind: str, source: str) -> None:
    new = getattr(nbformat.v4, f"new_{kind}_cell")
    notebook = nbformat.v4.new_notebook(cells=[new("before"), new(source), new("after")])
    read = build.read_text(build.write_text(notebook))
    assert [(c.cell_type, c.source) for c in read.cells] == [
        (kind, text.strip("\n")) for text in ("before", source, "after")
    ]


def test_running_a_source_notebook_is_no_edit(problem: Problem) -> None:
    def run(notebook: NotebookNode) -> None:
        ran = cell(notebook, "front_matter-1")
        ran.execution_count = 7
        ran.outputs = [nbformat.v4.new_output("stream", text="[0 1 2]\n")]
        ran.metadata.collapsed = True
        ran.source += "\n"
        notebook.metadata.language_info.version = "3.11.7"

    before = problem.source.read_bytes()
    edit(problem.source, run)
    assert build.build(Course(problem.root)) == [problem.source]
    assert problem.source.read_bytes() == before


def test_an_edit_stops_the_build_until_it_is_taken_back(problem: Problem) -> None:
    course, released = Course(problem.root), problem.release.read_bytes()
    edit(problem.source, reword)
    edited = problem.source.read_bytes()
    with pytest.raises(CourseError) as refused:
        build.build(course)
    for words in ("edited", "front_matter", f"take-back {ASSIGNMENT}", "--overwrite"):
        assert words in str(refused.value)
    assert problem.source.read_bytes() == edited
    assert problem.release.read_bytes() == released

    assert build.take_back(course, ASSIGNMENT) == [problem.text]
    assert "Numbers are integers" in problem.text.read_text()
    build.build(course)
    assert "Numbers are integers" in problem.release.read_text()
    assert build.build(course) == []


def test_overwrite_loses_the_edit(problem: Problem) -> None:
    before = problem.source.read_bytes()
    edit(problem.source, reword)
    build.build(Course(problem.root), overwrite=True)
    assert problem.source.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda notebook: notebook.cells.pop(3), "given_square-1"),
        (lambda notebook: notebook.cells.insert(1, notebook.cells.pop(2)), "order"),
        (lambda notebook: cell(notebook, "q1_sum").metadata.nbgrader.update(points=9), "q1_sum"),
        (lambda notebook: notebook.metadata.pop("examiner") and reword(notebook), "front_matter"),
    ],
    ids=["a cell less", "another order", "other points", "no digest"],
)
def test_every_kind_of_edit_is_seen(
    problem: Problem, change: Callable[[NotebookNode], object], named: str
) -> None:
    edit(problem.source, change)
    with pytest.raises(CourseError, match=named):
        build.build(Course(problem.root))


def test_there_is_nothing_to_take_back_where_only_the_text_changed(problem: Problem) -> None:
    text = problem.text.read_text().replace("# # Sums", "# # Many sums")
    problem.text.write_text(text)
    assert build.take_back(Course(problem.root), ASSIGNMENT) == []
    assert problem.text.read_text() == text


def test_text_and_notebook_both_changed_need_a_decision(problem: Problem) -> None:
    course, text = Course(problem.root), problem.text.read_text()
    edit(problem.source, reword)
    problem.text.write_text(text.replace("# # Sums", "# # Many sums"))
    with pytest.raises(CourseError, match=r"changed too since(.|\n)*--force"):
        build.take_back(course, ASSIGNMENT)
    assert "Many sums" in problem.text.read_text()
    build.take_back(course, ASSIGNMENT, force=True)
    assert "Many sums" not in problem.text.read_text()
    assert "Numbers are integers" in problem.text.read_text()


@pytest.mark.parametrize("line", ["# %%", "  # %% a title", "# In[1]:"])
def test_an_edit_that_text_cannot_hold_is_not_taken_back(problem: Problem, line: str) -> None:
    before = problem.text.read_bytes()

    def split(notebook: NotebookNode) -> None:
        cell(notebook, "given_square").source += f"\n\n{line}\nx = 1"

    edit(problem.source, split)
    with pytest.raises(CourseError, match="given_square: text cannot hold it"):
        build.take_back(Course(problem.root), ASSIGNMENT)
    assert problem.text.read_bytes() == before


def test_a_pasted_picture_is_not_taken_back(problem: Problem) -> None:
    def paste(notebook: NotebookNode) -> None:
        front = cell(notebook, "front_matter")
        front.source += "\n![picture](attachment:layer.png)"
        front.attachments = {"layer.png": {"image/png": "aGVsbG8="}}

    edit(problem.source, paste)
    with pytest.raises(CourseError, match="front_matter: text cannot hold its attachment"):
        build.take_back(Course(problem.root), ASSIGNMENT)


def test_a_source_that_is_no_notebook_is_named(problem: Problem) -> None:
    problem.source.write_text("<<<<<<< ours")
    with pytest.raises(CourseError, match=r"source/ps0_warm_up/sums\.ipynb"):
        build.build(Course(problem.root))


# --- the command ---------------------------------------------------------------------------------


def test_the_command_builds_imports_edits_and_lints(
    small_course: Course, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (problem,) = small_course.problems()
    monkeypatch.chdir(problem.text.parent)  # anywhere in the course folder
    assert cli.main(["lint"]) == 1
    assert "out of date, run `make build`" in capsys.readouterr().err
    assert cli.main(["build", ASSIGNMENT]) == 0
    assert "wrote release/ps0_warm_up/sums.ipynb" in capsys.readouterr().out
    assert cli.main(["lint"]) == 0
    edit(problem.source, reword)
    assert cli.main(["build"]) == 1
    assert "take-back" in capsys.readouterr().err
    assert cli.main(["import-edits", ASSIGNMENT]) == 0
    assert "wrote problems/ps0_warm_up/sums.py" in capsys.readouterr().out
    assert cli.main(["build"]) == 0


def test_the_command_names_what_it_does_not_find(
    small_course: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--course", str(small_course.root), "build", "ps9"]) == 1
    assert "no problem set ps9" in capsys.readouterr().err
    assert cli.main(["--course", str(tmp_path), "build"]) == 1
    assert "nbgrader_config.py" in capsys.readouterr().err


# --- the page about it ---------------------------------------------------------------------------


def test_the_example_of_the_docs_builds_as_it_stands(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "adding-a-problem.md").read_text()
    table, text, answer = re.findall(r"```(?:toml|python)\n(.*?)```", page, flags=re.DOTALL)
    folder = tmp_path / "problems" / "ps9_example"
    folder.mkdir(parents=True)
    (tmp_path / "problems" / "course.toml").write_text(table)
    (folder / "example.py").write_text(text)
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    build.build(Course(tmp_path))
    assert (folder / "example.py").read_text() == text

    names: dict[str, Any] = {}
    exec(answer, names)
    (test,) = (c.source for c in build.read_text(text).cells if c.id == "q1_pairs_test")
    hidden = ast.parse(lint.split(test, "hidden tests")[1])
    exec(compile(ast.Module(hidden.body[:-1], []), "hidden test", "exec"), names)
    verdict = eval(ast.unparse(hidden.body[-1]), names)
    assert verdict.points == 0
    assert "each pair is counted twice" in verdict.text


@pytest.mark.bench
def test_cost_of_a_build(small_course: Course) -> None:
    from time import perf_counter

    course = Course(ROOT)
    build.contents(course)
    start = perf_counter()
    build.contents(course)
    count = len(course.problems())
    print(f"\nbuilding a problem set: {(perf_counter() - start) / count:.2f} s (of {count})")
