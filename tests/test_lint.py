"""Each rule of the lint finds what it is there for, and says where and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from examiner.authoring import build, lint, lint_files
from examiner.course import Course, CourseError, Problem


@pytest.fixture
def problem(small_course: Course) -> Problem:
    return small_course.problems()[0]


def issues(course: Course, old: str, new: str) -> str:
    """What a build says once `old` is `new` in the file of problems/ that has it."""
    files = ("ps0_warm_up/sums.py", "ps0_warm_up/marking/q1_sum.py", "course.toml")
    paths = (course.root / "problems" / file for file in files)
    path = next(path for path in paths if old in path.read_text())
    path.write_text(path.read_text().replace(old, new))
    try:
        build.contents(Course(course.root))
    except CourseError as error:
        return str(error)
    return ""


def test_the_small_course_has_no_issue(small_course: Course) -> None:
    assert issues(small_course, "Sums", "Sums") == ""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # headers
        ('answer="q1_sum"', 'answer="q1_add"', "cell q1_add: problems/course.toml has no question"),
        ('test="q1_sum"', 'test="q1_add"', "cell q1_add_test: problems/course.toml has no"),
        ('test="q1_sum"', 'given="q1_sum"', 'q1_sum_test: problems/course.toml has the question'),
        ('answer="q1_sum"', 'given="sum"', 'write a cell `# %% answer="q1_sum"`'),
        ('written="q2_written"', "", 'q2_written: problems/course.toml has the question: write'),
        ('written="q2_written"', 'written="q2-written"', "written='q2-written' is no name"),
        ('given="square"', 'answer="q1_sum"', "q1_sum: another cell has this grade_id"),
        ('[markdown] written="q2', 'written="q2', "is a Markdown cell"),
        ('test="q1_sum"', 'test="q2_written"', "q2_written is a written question and has no test"),
        ('test="q1_sum"', 'tests="q1_sum"', "says tests='q1_sum', which should be test=: correct"),
        ('given="square"', 'given="square" answer="q1_sum"', "`# %%` line says answer='q1_sum'"),
        ('given="square"', 'given="square" include="square.py"', "take out what stands below it"),
        ("# %%\nimport", '# %% tags=["x"]\nimport', "front_matter-1: its `# %%` line says tags"),
        ("# %%\nimport", "# %% a title\nimport", "its `# %%` line says a title and can say"),
        ("# %%\nimport", '# %% include="a.py"\n\n# %%\nimport', "no file a.py in the course"),
        ("# %%\nimport", '# %% include="/etc/hosts"\n\n# %%\nimport', "no file /etc/hosts in the"),
        # what an answer holds
        ("def total(n):", "def sum_up(n):", "cell q1_sum: it does not define total"),
        ("def total(n):", "def total(n, start=0):", "it defines total(n, start=0), and"),
        ("    return (square(n) + n) // 2\n", "", "cell q1_sum: it has no solution"),
        ("# | points | for |\n# |---|---|\n# | 2 | the pairs |\n# | 1 | odd $n$ |\n", "",
         "q2_written: it has no mark scheme"),
        ("| 2 | the pairs |", "| 1 | the pairs |", "its mark scheme add up to 2 points, not"),
        ("| points | for |", "| what | for |", "its mark scheme add up to 0 points, not"),
        # points
        ("(<<q1_sum>>)", "", "cell q1_sum: the text above it does not say its points: <<q1_sum>>"),
        ("(<<q2_written>>)", "(2 points)", "cell q2_written: the text above it does not say its"),
        ("<<q1_sum>>", "<<q1_add>>", "<<q1_add>> stands for nothing"),
        ("<<q1_sum>>", "<<points q1_* q3_*>>", "<<points q1_* q3_*>> stands for nothing"),
        ("checks.polynomial(total", "verdict = checks.polynomial(total", "must end in a check"),
        ("checks.polynomial(total", "checks.polynomial(]total",
         "q1_sum_test: problems/ps0_warm_up/marking/q1_sum.py: it is not Python (closing"),
        ("    return (square", "    retrun (square n", "in `retrun (square n(n) + n) // 2`)"),
        # regions
        ("    ### END SOLUTION\n", "", "each `BEGIN SOLUTION` needs an `END SOLUTION`"),
        ("assert isinstance", "### BEGIN HIDDEN TESTS\nassert isinstance",
         "q1_sum_test: what marks it stands in problems/ps0_warm_up/marking/q1_sum.py: move it"),
        ("    return n * n", "    ### BEGIN SOLUTION\n    return n * n\n    ### END SOLUTION",
         "cell given_square: it has a solution, and"),
        # code
        ("    return n * n", "    # %%\n    return n * n", "Does a `# %%` split it?"),
        ("import numpy as np", "import numpy as np, scipy.linalg", "students' code imports scipy"),
        ("assert isinstance", "from examiner import checks\nassert isinstance",
         "cell q1_sum_test: students' code imports examiner"),
        ("    return (square", "    import sympy\n    return (square", "imports sympy"),
        ("def total(n):", "square = 0\n\n\ndef total(n):", "it defines square, as given_square"),
        ('given="square"\n', 'given="square"\nfrom math import *\nfrom math import comb as total\n',
         "cell q1_sum: it defines total, as given_square does: a test finds the given one"),
        ("def total(n):", "total = 0\n\n\ndef other(n):", "toml promises a function: total(n)"),
    ],
)  # fmt: skip
def test_an_issue_in_the_text_is_named(
    small_course: Course, old: str, new: str, message: str
) -> None:
    assert message in issues(small_course, old, new)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"q1_sum": None},
            "q1_sum_test: there is no problems/ps0_warm_up/marking/q1_sum.py: ",
        ),
        ({"q1_sum": ""}, "cell q1_sum_test: its hidden tests must end in a check"),
        ({"q1_sum": "from .sums import N"}, "there is no problems/ps0_warm_up/marking/sums.py: wr"),
        (
            {"q1_sum": "from .sums import N", "sums": "n = 1"},
            "marking/sums.py does not define N",
        ),
        (
            {"q1_sum": "from .sums import n\nN = 2", "sums": "N = 1\nn = N"},
            "N is defined in problems/ps0_warm_up/marking/sums.py and in problems/ps0_warm_up/mark",
        ),
    ],
)
def test_an_issue_in_what_marks_is_named(
    small_course: Course, problem: Problem, files: dict[str, str | None], message: str
) -> None:
    for name, code in files.items():
        path = problem.text.parent / "marking" / f"{name}.py"
        path.unlink(missing_ok=True)
        if code is not None:
            path.write_text(code)
    with pytest.raises(CourseError, match=re.escape(message)):
        build.contents(small_course)


@pytest.mark.parametrize(("before", "is_asked"), [("## ", True), ("See ", False)])
def test_a_heading_may_stand_above_another_question(
    small_course: Course, before: str, is_asked: bool
) -> None:
    heading = "# ## Question 2: why (<<q2_written>>)\n"
    text = small_course.root / "problems" / "ps0_warm_up" / "sums.py"
    text.write_text(text.read_text().replace(heading, "# And why?\n"))
    said = issues(small_course, "# Add the", f"{heading.replace('## ', before)}#\n# Add the")
    assert ("q2_written: the text above it does not say its points" in said) is not is_asked


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[ps0_warm_up", "[ps0_other", "problems/ps0_warm_up: problems/course.toml has no"),
        ('notebook = "sums"', 'notebook = "adding"', "problems/ps0_warm_up: adding.py is missing"),
        (
            "q1_sum = ",
            "q3_more = { points = 1 }\nq1_sum = ",
            'a cell `# %% answer="q3_more"`',
        ),
        ("q1_sum = ", "q3_more = { points = 1 }\nq1_sum = ", 'write a cell `# %% test="q3_more"`'),
        ('["total(n)"]', '["total(n)", "limit"]', "it does not define limit"),
        ("q1_sum = {", "q1_sum = {{", "problems/course.toml is not TOML: "),
        ("q1_sum = {", "q1_sum = {{", "(at line 6, column 11)"),
        ("points = 2,", "", "course.toml, ps0_warm_up, q1_sum: its points are missing; write po"),
        ("points = 2,", "points = nan,", "q1_sum: points are nan; write a number, such as 2."),
        ("points = 2,", "point = 2,", "q1_sum: point means nothing here; write points, written, d"),
        ("defines =", "define =", "defines. Did you mean defines?"),
        ("defines =", "questions =", "q1_sum: questions means nothing here; write points, written"),
        (
            '["total(n)"]',
            '"total(n)"',
            "q1_sum: defines is 'total(n)'; write a list of names and s",
        ),
        ('["total(n)"]', '["total(n"]', "q1_sum: defines is ['total(n']; write a list of names"),
        ("written = true", 'written = "yes"', "q2_written: written is 'yes'; write true, or lea"),
        (
            "title =",
            "titel =",
            "problems/course.toml, ps0_warm_up: titel means nothing here; write",
        ),
        ("title =", "titel =", "title, notebook, questions, findings. Did you mean title?"),
        ('title = "Warm-up"', "", "problems/course.toml, ps0_warm_up: a title, a notebook and"),
        ("[ps0_warm_up]", "ps1 = 3\n[ps0_warm_up]", "course.toml, ps1 is 3; write a table with t"),
        ("{ points = 2,", "3 #", "course.toml, ps0_warm_up, q1_sum is 3; write a table with poi"),
    ],
)
def test_an_issue_against_the_table_is_named(
    small_course: Course, old: str, new: str, message: str
) -> None:
    assert message in issues(small_course, old, new)


def test_questions_stand_in_the_order_of_the_table(small_course: Course) -> None:
    table = small_course.root / "problems" / "course.toml"
    *head, first, second = table.read_text().splitlines()
    table.write_text("\n".join([*head, second, first]))
    said = "sums.py, cell q1_sum: it stands where problems/course.toml has q2_written: put the qu"
    assert said in issues(small_course, "Sums", "Sums")


def test_every_notebook_shows_the_front_matter(small_course: Course) -> None:
    shared = small_course.root / "problems" / "shared"
    shared.mkdir()
    (shared / "front_matter.md").write_text("# Sums\n\nAll numbers are whole: $n \\ge 1$.\n")
    assert issues(small_course, "Sums", "Sums") == ""
    assert "front_matter: it must show problems/shared/front_matter.md: write" in issues(
        small_course, "All numbers are", "Most numbers are"
    )
    assert "front_matter: it must show problems/shared/front_matter.md: write" in issues(
        small_course, 'given="front_matter"', 'given="opening"'
    )


def test_a_test_before_its_answer_is_named(small_course: Course, problem: Problem) -> None:
    notebook = build.source_of(problem)
    names = [cell.id for cell in notebook.cells]
    notebook.cells.insert(0, notebook.cells.pop(names.index("q1_sum_test")))
    found = "\n".join(map(str, lint.problem_issues(small_course, problem, notebook)))
    assert "cell q1_sum_test: it stands before the answer q1_sum" in found


def test_defines_takes_annotations_and_variables(small_course: Course) -> None:
    assert issues(small_course, "def total(n):", "def total(n: int) -> int:") == ""
    table = small_course.root / "problems" / "course.toml"
    table.write_text(table.read_text().replace('"total(n)"', '"total", "steps"'))
    solution = "    ### END SOLUTION\n"
    assert issues(small_course, solution, f"{solution}\n\nsteps = []\n") == ""


def test_an_issue_stops_the_build_before_anything_is_written(small_course: Course) -> None:
    issues(small_course, 'n/2")', 'n/2", share=2)')
    with pytest.raises(CourseError, match="q1_sum: its solution earns 4 of 2 points"):
        build.build(small_course)
    assert not (small_course.root / "source").exists()


def test_modules_stand_beside_a_problem_set(small_course: Course) -> None:
    """Only the notebook of the table is a problem set."""
    Path(small_course.root, "problems", "ps0_warm_up", "figure.py").write_text("x = 1\n")
    assert [p.notebook for p in small_course.problems()] == ["sums"]
    assert issues(small_course, "Sums", "Sums") == ""


# --- the trial -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("checks.polynomial", "checks.polynomail",
         "cell q1_sum_test: its hidden part raises AttributeError (module 'examiner.checks'"),
        ("n**2/2 + n/2", "n**2/2 + n/", "its hidden part raises ValueError"),
        ('n/2")', 'n/2", terms=TERMS)', "q1_sum_test: it uses TERMS, which neither it nor"),
        ('n/2")', 'n/2", share=1/2)', "cell q1_sum: its solution earns 1 of 2 points"),
        ('n/2")', 'n/2", points=2)', "raises TypeError (points= is not for problem texts: a"),
        ("n**2/2 + n/2", "n**2/2 - n/2", "points: correct it, or its test. It says: n"),
        ("(square(n) + n)", "(cube(n) + n)", "raises NameError (name 'cube' is not defined) on"),
        ("    return n * n", "    return n * n\n\n\ntotal(3)",
         "given_square: it raises NameError (name 'total' is not defined). Given code runs before"),
        ("    return n * n", "    return n * n\n\n\nraise SystemExit", "given_square: it raises"),
        ('"""The sum', 'square.x\n    """The sum', "q1_sum_test: its visible part raises Attr"),
        ("    ### BEGIN SOLUTION\n    return", "    return 6 if n == 3 else (square(n) + n) // 2\n"
         "    ### BEGIN SOLUTION\n    return", "an empty answer earns 2 points: it must not pass"),
        ("checks.polynomial(total, ", "total.__wrapped__\nchecks.polynomial(total, ",
         "its hidden part raises AttributeError"),
        # what a check is told
        ("checks.polynomial", "checks.polynomail", "'polynomail'. Did you mean polynomial?): corr"),
        ("checks.polynomial", "checks.sum", "no attribute 'sum'. The checks are arrays, choices"),
        ("variables=", "variabels=", "takes function, variables, expected, products, other, mist"),
        ("variables=", "variabels=", "and no variabels=. Did you mean variables?): correct it."),
        ("n**2/2 + n/2", "n**2/2 + N/2", "ValueError (expected: 'N' in 'n**2/2 + N/2' is no poly"),
        ("n**2/2 + n/2", "n**2/2 + N/2", "is no polynomial in n. Did you mean n?): correct it."),
        ('"n**2/2 + n/2"', '{"pairs": "n**2/2", "odd": "m/2"}', "ValueError (odd: 'm' in 'm/2' is"),
        ('n/2")', 'n/2", mistakes={"none": {"n": "m"}})', "(the mistake 'none', 'n': 'm' is no po"),
        ('n/2")', 'n/2", shares={"half": 1/2})', "shares: no part 'half'; the parts are 'n²', 'n'"),
        # others=
        ('n/2")', 'n/2", others={"q1_sums": "n"})', "others= names q1_sums, which is no question"),
        ('n/2")', 'n/2", others={"q1_sums": "n"})', "Did you mean q1_sum? There are q1_sum, tot"),
        ('n/2")', 'n/2", others={"q1_sum": "n"})',
         "others= gives q1_sum by a formula that is 2 at n=2, where the solution gives 3: correct"),
        # the end of the hidden part
        ('n/2")', 'n/2")\nprint(total(3))',
         "q1_sum_test: its hidden part asks checks.polynomial, but ends in `print(total(3))`"),
        ('checks.polynomial(total, variables="n", expected="n**2/2 + n/2")', "str(total(3))",
         "its hidden part ends in `str(total(3))`, a value of type str: let it end in a check."),
    ],
)  # fmt: skip
def test_what_goes_wrong_when_the_cells_run_is_named(
    small_course: Course, old: str, new: str, message: str
) -> None:
    assert message in issues(small_course, old, new)


def test_the_hidden_part_may_raise_only_what_an_empty_answer_stands_for(
    small_course: Course,
) -> None:
    needs_an_answer = "{total(3): 1}[6]\nchecks.polynomial(total"
    assert issues(small_course, "checks.polynomial(total", needs_an_answer) == ""
    assert "q1_sum_test: its hidden part raises ZeroDivisionError" in issues(
        small_course,
        "{total(3): 1}[6]",
        "try:\n    total(3)\nexcept Exception:\n    1 / 0",
    )


def test_others_may_name_a_question_by_its_right_formula(small_course: Course) -> None:
    told = 'n/2", others={"q1_sum": "(n**2 + n)/2", "total": "n/2 + n*n/2"})'
    assert issues(small_course, 'n/2")', told) == ""


def test_a_long_message_ends_behind_a_word(small_course: Course) -> None:
    told = f'n/2", mistakes={{"none": {{"{"part " * 200}": "n"}}}})'
    found = issues(small_course, 'n/2")', told)
    assert "part part …): correct it." in found
    assert "\n" not in found


def test_plain_asserts_are_a_test_too(small_course: Course) -> None:
    check = 'checks.polynomial(total, variables="n", expected="n**2/2 + n/2")'
    assert "must end in a check" in issues(small_course, check, "assert total(4) == 10")


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
            lambda nb: q1(nb).update(source="| 2 | the pairs |\n| 1 | odd $n$ |"),
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
    assert list(lint_files.release_issues(problem, source, released)) == []
    spoil(released)
    found = "\n".join(map(str, lint_files.release_issues(problem, source, released)))
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
