"""problems/ -> source/ -> release/, and back: on a small course of the tests' own."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from examiner import cli
from examiner.authoring import build, notebook_source
from examiner.authoring.release import release
from examiner.authoring.source_edits import import_edits
from examiner.cell_kinds import CellKind, nbgrader_metadata
from examiner.course import Assignment, Course, CourseError
from examiner.term.settings import read_settings
from tests.classroom import nbgrader_here, run_nbgrader
from tests.conftest import write_small_course
from tests.messages import mentions, naming

ROOT = Path(__file__).parent.parent
ASSIGNMENT = "ps0_warm_up"
COUNTING = '''"""Ways to count."""

from examiner.checks import sizes

SIZES = (n,) = sizes("n")
PAIRS = n**2 / 2 + n / 2
'''
MARKS = """\
from examiner.checks import Count

from .counting import PAIRS, SIZES

question = Count(SIZES, PAIRS)
"""


HEAD = "from .cubes import cube\n\n"
HEAD_OF_CUBES = "from .sums import square\n\n\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small course with an included file, a check that imports, and points in its text."""
    (problem,) = write_small_course(tmp_path_factory.mktemp("built") / "course").problems()
    folder = problem.notebook_source.parent
    (folder / "cubes.py").write_text(f"{HEAD_OF_CUBES}# %%\ndef cube(n):\n    return n**3\n")
    (folder / "marking" / "counting.py").write_text(COUNTING)
    (folder / "marking" / "q1_sum.py").write_text(MARKS)
    text = problem.notebook_source.read_text()
    for old, new in {
        "# # Sums\n": "# # Sums\n#\n# <<points>> points, <<points by a person>> by a person.\n",
        '# %% given="square"': '# %% given="cube" include="cubes.py"\n\n\n# %% given="square"',
    }.items():
        assert old in text
        text = text.replace(old, new)
    problem.notebook_source.write_text(HEAD + text)
    build.build(Course(problem.root))
    return problem.root


@pytest.fixture
def problem(built: Path, tmp_path: Path) -> Assignment:
    """Its problem set, to change."""
    (problem,) = Course(shutil.copytree(built, tmp_path / "course")).problems()
    return problem


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


# --- building ------------------------------------------------------------------------------------


HEADING = "# %% [markdown]\n# ## Question 2: why (<<q2_written>>)\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n\n\n# %% given", "\n# %% given"),
        (HEADING, HEADING.replace("# ##", '"""\n##').replace(">>)\n", '>>)\n"""\n')),
    ],
    ids=["blank lines", "quoted Markdown"],
)
def test_build_puts_the_layout_of_a_text_in_order(problem: Assignment, old: str, new: str) -> None:
    text = problem.notebook_source.read_text()
    assert old in text
    problem.notebook_source.write_text(text.replace(old, new, 1))
    assert build.build(Course(problem.root)) == [problem.notebook_source]
    assert problem.notebook_source.read_text() == text


def test_a_source_is_a_plain_notebook_and_its_release_holds_no_secrets(problem: Assignment) -> None:
    source, released = problem.source.read_text(), problem.release.read_text()
    assert set(json.loads(source)["metadata"]) == {"examiner", "kernelspec", "language_info"}
    for about in json.loads(source)["cells"]:
        assert not about.get("outputs")
        assert set(about["metadata"]) <= {"nbgrader"}
    stub = read_settings(Course(problem.root)).ClearSolutions.code_stub["python"]
    assert json.dumps(stub)[1:-1] in released
    for secret in ("square(n) + n", "question.grade", "total(n=13) == 91", "Pair the", "| 2 | the"):
        assert secret in source
        assert secret not in released
    for shown in ("5 points, 3 by a person.", "a sum (`q1_sum`, 2 points)"):
        assert shown in released
    assert "digest" not in released
    assert "<<" not in released


@pytest.mark.slow(10)
def test_the_release_is_nbgraders_own_byte_for_byte(problem: Assignment) -> None:
    """The notebook has secrets that must not reach students.

    An instructor makes the release in the course folder, without an activated environment, and a
    second time.
    """

    def litter(notebook: NotebookNode) -> None:
        notebook.metadata.widgets = {"application/vnd.jupyter.widget-state+json": {}}
        cell(notebook, "q1_sum_test").metadata.tags = ["skip-execution"]
        cell(notebook, "q2_written").attachments = {"solution.png": {"image/png": "aGVsbG8="}}
        front = cell(notebook, "front_matter")
        front.source += "\n\n![picture](attachment:shown.png)"
        front.attachments = {"shown.png": {"image/png": "aGVsbG8="}}

    edit(problem.source, litter)
    problem.notebook_source.unlink()  # it doesn't say this
    settings, source = read_settings(Course(problem.root)), nbformat.read(problem.source, 4)
    released = nbformat.writes(release(problem, source, settings)) + "\n"
    assert "shown.png" in released
    for word in ("solution.png", "skip-execution", "widget"):
        assert word not in released
    problem.release.unlink()
    done = run_nbgrader(
        problem.root, "generate_assignment", ASSIGNMENT, environment={"PATH": os.defpath}
    )
    assert done.returncode == 0, done.stderr
    assert problem.release.read_text() == released
    assert nbgrader_here(problem.root, "generate_assignment", ASSIGNMENT)[0] == 0
    assert problem.release.read_text() == released


def test_what_nbgrader_cannot_release_is_an_error_with_its_words(problem: Assignment) -> None:
    notebook = notebook_source.instructor_notebook(problem)
    cell(notebook, "q1_sum").source += "\n### BEGIN SOLUTION"
    with pytest.raises(CourseError, match=naming("nbgrader", ASSIGNMENT, "end solution")):
        release(problem, notebook, read_settings(Course(problem.root)))


# --- edits in source/ ----------------------------------------------------------------------------


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
    parts = ("before", source, "after")
    cells = tuple(notebook_source.SourceCell(kind, part.strip("\n")) for part in parts)
    assert notebook_source.parse_cells(notebook_source.write_cells(cells)) == cells


def test_running_a_source_notebook_is_no_edit(problem: Assignment) -> None:
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


def test_an_edit_stops_the_build_until_it_is_imported(problem: Assignment) -> None:
    course, released = Course(problem.root), problem.release.read_bytes()
    edit(problem.source, reword)
    edited = problem.source.read_bytes()
    with pytest.raises(CourseError) as refused:
        build.build(course)
    for words in ("edited", "front_matter", f"import-edits {ASSIGNMENT}", "--overwrite"):
        assert words in str(refused.value)
    assert problem.source.read_bytes() == edited
    assert problem.release.read_bytes() == released
    assert problem.source in build.contents(course, overwrite=True)

    assert import_edits(course, ASSIGNMENT) == [problem.notebook_source]
    assert "Numbers are integers" in problem.notebook_source.read_text()
    build.build(course)
    assert "Numbers are integers" in problem.release.read_text()
    assert build.build(course) == []


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda notebook: notebook.cells.pop(4), "cell 1 below given_square"),
        (lambda notebook: notebook.cells.insert(1, notebook.cells.pop(2)), "order"),
        (lambda notebook: cell(notebook, "q1_sum").metadata.nbgrader.update(points=9), "q1_sum"),
        (lambda notebook: notebook.metadata.pop("examiner") and reword(notebook), "front_matter"),
    ],
    ids=["a cell less", "another order", "other points", "no digest"],
)
def test_every_kind_of_edit_is_seen(
    problem: Assignment, change: Callable[[NotebookNode], object], named: str
) -> None:
    edit(problem.source, change)
    with pytest.raises(CourseError, match=named):
        build.build(Course(problem.root))


def test_text_and_notebook_both_changed_need_a_decision(problem: Assignment) -> None:
    course = Course(problem.root)
    text = problem.notebook_source.read_text().replace("# # Sums", "# # Many sums")
    problem.notebook_source.write_text(text)
    assert import_edits(course, ASSIGNMENT) == []  # only the text changed
    edit(problem.source, reword)
    command = f"import-edits {ASSIGNMENT} --force"
    with pytest.raises(CourseError, match=naming("sums.py", "sums.ipynb", command)):
        import_edits(course, ASSIGNMENT)
    assert problem.notebook_source.read_text() == text
    import_edits(course, ASSIGNMENT, force=True)
    assert "Many sums" not in problem.notebook_source.read_text()
    assert "Numbers are integers" in problem.notebook_source.read_text()


# --- includes, marking, points -------------------------------------------------------------------


def test_a_head_is_in_no_notebook_and_stays_in_the_text(problem: Assignment) -> None:
    for notebook in (problem.source, problem.release):
        given = cell(nbformat.read(notebook, as_version=4), "given_cube")
        assert given.source == "def cube(n):\n    return n**3"
        assert ".cubes" not in notebook.read_text()
    edit(problem.source, reword)
    import_edits(Course(problem.root), ASSIGNMENT)
    assert problem.notebook_source.read_text().startswith(HEAD + "# %%")
    build.build(Course(problem.root))
    assert problem.notebook_source.read_text().startswith(HEAD + "# %%")


@pytest.mark.parametrize("file", ["sums.py", "cubes.py"])
@pytest.mark.parametrize("line", ["LIMIT = 4\n", "(\n", "cube(2)\n"])
def test_a_head_holds_imports_alone(problem: Assignment, file: str, line: str) -> None:
    path = problem.notebook_source.parent / file
    path.write_text(line + path.read_text())
    with pytest.raises(CourseError, match=naming("`# %%`", file, "imports")):
        build.build(Course(problem.root))


def test_a_cell_includes_several_files(problem: Assignment) -> None:
    folder = problem.notebook_source.parent
    (folder / "fours.py").write_text("FOURS = [4, 44]\n")
    text = problem.notebook_source.read_text()
    several = text.replace('"cubes.py"', '"fours.py cubes.py"')
    both, _ = notebook_source.build_notebook(several, problem)
    assert cell(both, "given_cube").source == "FOURS = [4, 44]\n\n\ndef cube(n):\n    return n**3"
    missing = text.replace('"cubes.py"', '"cubes.py twos.py"')
    (problem_found,) = notebook_source.build_notebook(missing, problem)[1]
    assert mentions(str(problem_found), "twos.py")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("q1_sum_test", "a whole number", "a number"),
        ("front_matter", "# Sums", "# Many sums"),
        ("front_matter", "5 points, 3 by a person", "In all 5 points: 3 by a person"),
        ("given_square-1", "a sum (", "one sum ("),
        ("given_square-1", "Add the first", "Add up the first"),
    ],
)
def test_an_edit_beside_what_stands_elsewhere_is_imported(
    problem: Assignment, name: str, old: str, new: str
) -> None:
    def reword(notebook: NotebookNode) -> None:
        changed = cell(notebook, name)
        assert old in changed.source
        changed.source = changed.source.replace(old, new)

    edit(problem.source, reword)
    edited = problem.source.read_text()
    assert import_edits(Course(problem.root), ASSIGNMENT) == [problem.notebook_source]
    assert "<<points>>" in problem.notebook_source.read_text()
    assert "<<q1_sum>>" in problem.notebook_source.read_text()
    assert problem.notebook_source.read_text().count('include="cubes.py"') == 1
    build.build(Course(problem.root), overwrite=True)
    sources = [json.loads(text)["cells"] for text in (edited, problem.source.read_text())]
    assert sources[0] == sources[1]


def replaced(old: str, new: str) -> Callable[[NotebookNode], object]:
    return lambda cell: cell.update(source=cell.source.replace(old, new))


def with_picture(cell: NotebookNode) -> None:
    replaced("All", "![picture](attachment:layer.png) All")(cell)
    cell.attachments = {"layer.png": {"image/png": "aGVsbG8="}}


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        *(
            ("given_square", replaced("\n", f"\n\n{line}\nx = 1\n"), "`# %%` or `# In[1]:`")
            for line in ("# %%", "  # %% a title", "# In[1]:")
        ),
        ("front_matter", with_picture, "attachment"),
        ("given_cube", replaced("n**3", "n * n * n"), "cubes.py: edit it there"),
        (
            "front_matter",
            replaced("5 points", "6 points"),
            "'5' is the value of <<points>>: edit it in problems/",
        ),
        (
            "q1_sum_test",
            replaced("total, points=2", "square, points=2"),
            f"problems/{ASSIGNMENT}/marking/q1_sum.py",
        ),
        ("front_matter", replaced("All", "<<points>> All"), "problems/course.toml"),
        (
            "q1_sum_test",
            lambda cell: cell.metadata.nbgrader.update(points=9),
            "problems/course.toml",
        ),
    ],
)
def test_an_edit_that_the_text_cannot_take_is_not_lost(
    problem: Assignment, name: str, change: Callable[[NotebookNode], object], message: str
) -> None:
    before = problem.notebook_source.read_bytes()
    edit(problem.source, lambda notebook: change(cell(notebook, name)))
    with pytest.raises(CourseError, match=f"cell {name}: ") as refused:
        import_edits(Course(problem.root), ASSIGNMENT)
    assert message in str(refused.value)
    assert problem.notebook_source.read_bytes() == before


def test_cells_made_in_the_notebook_are_imported(problem: Assignment) -> None:
    def add(notebook: NotebookNode) -> None:
        given = nbformat.v4.new_code_cell("def half(n):\n    return n / 2")
        given.metadata.nbgrader = nbgrader_metadata(CellKind.GIVEN, "given_half")
        notebook.cells[2:2] = [nbformat.v4.new_markdown_cell("New."), given]

    edit(problem.source, add)
    import_edits(Course(problem.root), ASSIGNMENT)
    assert (
        '# %% [markdown]\n# New.\n\n\n# %% given="half"\ndef half(n):'
        in problem.notebook_source.read_text()
    )


# --- the command ---------------------------------------------------------------------------------


def test_the_command_builds_imports_and_lints(
    small_course: Course, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (problem,) = small_course.problems()
    monkeypatch.chdir(problem.notebook_source.parent)  # anywhere in the course folder
    assert cli.main(["lint"]) == 1
    assert mentions(capsys.readouterr().err, "sums.ipynb", "`make build`")
    assert cli.main(["build", ASSIGNMENT]) == 0
    wrote = [f"wrote {folder}/ps0_warm_up/sums.ipynb" for folder in ("source", "release")]
    assert capsys.readouterr().out.splitlines() == wrote
    assert not (small_course.root / "gradebook.db").exists()
    assert cli.main(["lint"]) == 0
    edit(problem.source, reword)
    assert cli.main(["build"]) == 1
    assert "import-edits" in capsys.readouterr().err
    assert cli.main(["import-edits", ASSIGNMENT]) == 0
    assert "wrote problems/ps0_warm_up/sums.py" in capsys.readouterr().out
    assert cli.main(["build"]) == 0
