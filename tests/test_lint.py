"""Each rule of the lint finds what it is there for, and says where and what to do."""

from __future__ import annotations

from collections.abc import Callable

import nbformat
import pytest
from nbformat import NotebookNode

from examiner import build, lint
from examiner.course import Course, CourseError, Problem


@pytest.fixture
def problem(small_course: Course) -> Problem:
    return small_course.problems()[0]


def faults(course: Course, old: str, new: str, file: str = "ps0_warm_up/sums.py") -> str:
    """What the lint says once `old` is `new` in a file of problems/."""
    path = course.root / "problems" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    (problem,) = course.problems()
    notebook = build.read_text(problem.text.read_text())
    return "\n".join(map(str, lint.problem_faults(course, problem, notebook)))


def test_the_small_course_has_no_fault(small_course: Course) -> None:
    assert faults(small_course, "Sums", "Sums") == ""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # names and kinds of cells
        ('"grade_id": "q1_sum"', '"grade_id": "q1_add"', "cell q1_sum: no such answer cell"),
        ('"grade_id": "q1_sum"', '"grade_id": "q1_add"', "cell q1_add: this answer cell"),
        ('"grade_id": "q1_sum_test"', '"grade_id": "q1_tst"', "q1_sum_test: no such test cell"),
        ('"grade_id": "q2_written"', '"grade_id": "q2-written"', "q2-written: its grade_id"),
        ('"grade_id": "given_square"', '"grade_id": "q1_sum"', "q1_sum: another cell has this"),
        ('"task": false}\ndef total', '"task": true}\ndef total', "q1_sum: task cells are not"),
        ('"locked": false, "schema_version": 3, "solution": true, "task": false}\ndef',
         '"locked": true, "schema_version": 3, "solution": true, "task": false}\ndef',
         "cell q1_sum: its grade, solution and locked do not go together"),
        ("[markdown] nbgrader={\"grade\": true", "nbgrader={\"grade\": true", "is a Markdown cell"),
        ('"schema_version": 3, "solution": true', '"schema_version": 3', "q1_sum: its grade, sol"),
        # what an answer holds
        ("def total(n):", "def sum_up(n):", "cell q1_sum: it does not define total"),
        ("def total(n):", "def total(n, start=0):", "it defines total(n, start=0), and"),
        ("    return (square(n) + n) // 2\n", "", "cell q1_sum: it has no solution"),
        ("# 2 points for the pairs, 1 for odd n.\n", "", "q2_written: it has no mark scheme"),
        ("a sum (2 points)", "a sum", "cell q1_sum: the text above it does not say 2 points"),
        ("why (3 points)", "why (2 points)", "cell q2_written: the text above it does not say 3"),
        # points
        ('"points": 2', '"points": 4', "cell q1_sum_test: points is 4 here and 2 in course.toml"),
        ('"points": 3', '"points": 1', "cell q2_written: points is 1 here and 3 in course.toml"),
        ("points=2)", "points=1)", "cell q1_sum_test: its check gives points=1"),
        ("checks.polynomial(total", "verdict = checks.polynomial(total", "must end in a check"),
        ("from examiner import checks", "if total:", "hidden tests are not Python by themselves"),
        # regions
        ("    ### END SOLUTION\n", "", "each `BEGIN SOLUTION` needs an `END SOLUTION`"),
        ("### BEGIN HIDDEN TESTS\n", "", "q1_sum_test: each `BEGIN HIDDEN TESTS` needs"),
        ("    return n * n", "    ### BEGIN SOLUTION\n    return n * n\n    ### END SOLUTION",
         "cell given_square: it has a solution, and"),
        # code
        ("    return n * n", "    # %%\n    return n * n", "Does a `# %%` split it?"),
        ("import numpy as np", "import numpy as np, scipy.linalg", "students' code imports scipy"),
        ("assert isinstance", "from examiner import checks\nassert isinstance",
         "cell q1_sum_test: students' code imports examiner"),
        ("    return (square", "    import sympy\n    return (square", "imports sympy"),
        # metadata
        ("# %%\nimport", '# %% tags=["skip-execution"]\nimport', "front_matter-1: it has metadata"),
        ("# %%\nimport", "# %% a title\nimport", "front_matter-1: it has metadata that students"),
    ],
)  # fmt: skip
def test_a_fault_in_the_text_is_named(
    small_course: Course, old: str, new: str, message: str
) -> None:
    assert message in faults(small_course, old, new)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[ps0_warm_up", "[ps0_other", "ps0_warm_up is not in problems/course.toml"),
        ('notebook = "sums"', 'notebook = "adding"', "the notebook is called adding"),
        ("q1_sum = ", "q3_more = { points = 1 }\nq1_sum = ", "cell q3_more: no such answer cell"),
        (
            "q1_sum = ",
            "q3_more = { points = 1 }\nq1_sum = ",
            "q3_more_test: no such test cell",
        ),
        ('["total(n)"]', '["total(n)", "limit"]', "it does not define limit"),
    ],
)
def test_a_fault_against_the_table_is_named(
    small_course: Course, old: str, new: str, message: str
) -> None:
    assert message in faults(small_course, old, new, "course.toml")


def test_every_notebook_shows_the_front_matter(small_course: Course) -> None:
    front_matter = small_course.root / "problems" / "front_matter.md"
    front_matter.write_text("# Sums\n\nAll numbers are whole: $n \\ge 1$.\n")
    assert faults(small_course, "Sums", "Sums") == ""
    assert "front_matter: it differs from problems/front_matter.md" in faults(
        small_course, "All numbers are", "Most numbers are"
    )
    assert "front_matter: no such locked cell" in faults(
        small_course, '"grade_id": "front_matter"', '"grade_id": "opening"'
    )


def test_a_test_before_its_answer_is_named(small_course: Course, problem: Problem) -> None:
    notebook = build.read_text(problem.text.read_text())
    names = [cell.id for cell in notebook.cells]
    notebook.cells.insert(0, notebook.cells.pop(names.index("q1_sum_test")))
    found = "\n".join(map(str, lint.problem_faults(small_course, problem, notebook)))
    assert "cell q1_sum_test: it stands before the answer q1_sum" in found


def test_defines_takes_annotations_and_variables(small_course: Course) -> None:
    assert faults(small_course, "def total(n):", "def total(n: int) -> int:") == ""
    table = small_course.root / "problems" / "course.toml"
    table.write_text(table.read_text().replace('"total(n)"', '"total", "steps"'))
    solution = "    ### END SOLUTION\n"
    assert faults(Course(small_course.root), solution, f"{solution}\n\nsteps = []\n") == ""


def test_a_fault_stops_the_build_before_anything_is_written(small_course: Course) -> None:
    faults(small_course, '"points": 2', '"points": 4')
    with pytest.raises(CourseError, match="q1_sum_test: points is 4"):
        build.build(small_course)
    assert not (small_course.root / "source").exists()


# --- the release ---------------------------------------------------------------------------------


def q1(notebook: NotebookNode) -> NotebookNode:
    return next(cell for cell in notebook.cells if cell.id == "q1_sum")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda nb: nb.cells.pop(), "its cells are not those of the source"),
        (
            lambda nb: nb.metadata.update(widgets={}),
            "its metadata would reach students",
        ),
        (lambda nb: q1(nb).metadata.update(tags=["x"]), "cell q1_sum: its metadata would reach"),
        (lambda nb: q1(nb).update(execution_count=3), "cell q1_sum: it has outputs"),
        (lambda nb: q1(nb).update(attachments={"a.png": {}}), "cell q1_sum: it has an attachment"),
        (
            lambda nb: q1(nb).update(source="### BEGIN SOLUTION"),
            "`BEGIN SOLUTION` reaches",
        ),
        (lambda nb: q1(nb).update(source="return (square(n) + n) // 2"), "a line that is not for"),
        (
            lambda nb: q1(nb).update(source="2 points for the pairs, 1 for odd n."),
            "a line that is not",
        ),
    ],
)
def test_what_must_not_reach_students_is_named(
    small_course: Course,
    problem: Problem,
    spoil: Callable[[NotebookNode], object],
    message: str,
) -> None:
    build.build(small_course)
    source = nbformat.read(problem.source, as_version=4)
    released = nbformat.read(problem.release, as_version=4)
    assert list(lint.release_faults(problem, source, released)) == []
    spoil(released)
    found = "\n".join(map(str, lint.release_faults(problem, source, released)))
    assert "release/ps0_warm_up/sums.ipynb" in found
    assert message in found


@pytest.mark.parametrize("path", ["source/{}/.env", "source/{}/data/x.csv", "release/{}/old.ipynb"])
def test_a_stray_file_is_named(small_course: Course, problem: Problem, path: str) -> None:
    build.build(small_course)
    stray = small_course.root / path.format(problem.assignment)
    stray.parent.mkdir(exist_ok=True)
    stray.write_text("SECRET=1")
    with pytest.raises(CourseError, match=f"{path.format(problem.assignment)}: students would get"):
        build.build(small_course)


def test_checkpoints_of_an_editor_are_no_stray_files(
    small_course: Course, problem: Problem
) -> None:
    build.build(small_course)
    checkpoints = problem.source.parent / ".ipynb_checkpoints"
    checkpoints.mkdir()
    (checkpoints / "sums-checkpoint.ipynb").write_text("{}")
    assert build.build(small_course) == []
