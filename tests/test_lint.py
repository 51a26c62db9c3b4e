"""The lint finds the mistakes that its rules describe, and names places and repairs at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from examiner.authoring import build, lint
from examiner.authoring.given_answers import functions_in
from examiner.checks import Resources
from examiner.checks.verdict import Verdict
from examiner.course import Assignment, Course, CourseError
from examiner.findings.diagnosis import Message
from tests.conftest import CHECK, PROBLEM, TABLE, empty_course

SET = "ps0_warm_up"
SUMS, MARKS = "sums.py", "marking/q1_sum.py"

# Only the build's review generates a case that shows the error; no later generation does.
SELDOM = """
from examiner.checks import Arrays, case, misconception

DRAWN = iter(range(9999))
CAPPED = misconception("capped", lambda n: min(n * (n + 1) // 2, 99), "All is counted.")
question = Arrays(
    oracle=lambda n: n * (n + 1) // 2,
    cases=lambda rng: {"a number": case(50 if 1 <= next(DRAWN) < 8 else 3)},
    misconceptions=[CAPPED],
)"""
# As marking files were, when they were no modules.
OLD_FORM = 'checks.polynomial(total, variables="n", expected="n**2/2 + n/2")'
OTHER_SIZES = CHECK.replace('(n,) = sizes("n")', '(k, n) = sizes("k n")')
RAISES = """
from examiner.checks import Custom, Verdict


def judge(grading, total):
    total(3)
    raise ZeroDivisionError("no")


question = Custom(judge)"""
ON_A_STUB = RAISES.replace(
    "    total(3)\n    raise",
    """
    if isinstance(total, type(len)) or total.__doc__:
        try:
            total(3)
            return Verdict(grading.points, grading.points)
        except NotImplementedError:
            pass
    raise""",
)

# A change of a problem set (its text, its marking or its rows of the table), and the resulting
# lines. There are no other lines, unless `...` stands behind them.
MISTAKES = [
    # headers
    ('answer="q1_sum"', 'answer="q1_add"', "cell q1_add: problems/course.toml has no question"),
    ('test="q1_sum"', 'test="q1_add"', "cell q1_add_test: problems/course.toml has no"),
    ('test="q1_sum"', 'given="q1_sum"', 'q1_sum_test: problems/course.toml has the question', ...),
    ('answer="q1_sum"', 'given="sum"', 'write a cell `# %% answer="q1_sum"`', ...),
    ('written="q2_written"', "", 'q2_written: problems/course.toml has the question q2', ...),
    ('written="q2_written"', 'written="q2-written"', "written='q2-written' is no valid name"),
    ('given="square"', 'answer="q1_sum"', "q1_sum: another cell has this grade_id", ...),
    ('[markdown] written="q2', 'written="q2', "make the written answer a Markdown cell", ...),
    ('test="q1_sum"', 'test="q2_written"', "q2_written is a written question, which has no"),
    ('test="q1_sum"', 'tests="q1_sum"', "line: tests='q1_sum'; known are figure, fold"),
    ('given="square"', 'given="square" answer="q1_sum"', "in its `# %%` line: answer='q1_sum'"),
    ('given="square"', 'given="square" include="square.py"', "its text comes from square.py"),
    ("# %%\nimport", '# %% tags=["x"]\nimport', "cell 1 below front_matter: unknown in its `#"),
    ("# %%\nimport", "# %% a title\nimport", "in its `# %%` line: a title; known"),
    ("# %%\nimport", '# %% include="a.py"\n\n# %%\nimport', "no file a.py in the course"),
    ("# %%\nimport", '# %% include="/etc/hosts"\n\n# %%\nimport', "no file /etc/hosts in the"),
    # figures
    ("# %%\nimport", "# %% figure\nprint(none)\n\n# %%\nimport", "this figure raises NameError"),
    ("# %%\nimport", "# %% figure\nabs(1)\n\n# %%\nimport", "this figure shows nothing"),
    ("# %%\nimport", "# %% figure\nimport random\n\nprint(random.random())\n\n# %%\nimport",
     "this figure differs between runs"),
    ("# %%\nimport", "# %% figure\ntotal = 3\nprint(total)\n\n# %%\nimport",
     "this figure defines total, which another cell needs"),
    ('given="square"', 'figure given="square"', "a figure can't be given code too"),
    ("# %% [markdown]\n# ## Question 2", "# %% folded [markdown]\n# ## Question 2",
     "only a code cell can be folded", ...),
    # the value of an answer
    ("def total(n):", "def total(n, start=0):", "total(n, start=0), but course.toml lists"),
    ("def total(n):", "total = 0\n\n\ndef other(n):", "not a function, but course.toml lists"),
    ("    return (square(n) + n) // 2\n", "", "cell q1_sum: it has no solution"),
    ("# | points | for |\n# |---|---|\n# | 2 | the pairs |\n# | 1 | odd $n$ |\n", "",
     "q2_written: its solution has no rubric"),
    ("| 2 | the pairs |", "| 1 | the pairs |", "its rubric add up to 2 points, not"),
    ("| points | for |", "| what | for |", "its rubric add up to 0 points, not"),
    # points, and the order
    ("(<<q1_sum>>)", "", "cell q1_sum: the statement above it does not show its points"),
    ("(<<q2_written>>)", "(2 points)", "cell q2_written: the statement above it does not show"),
    ("<<q1_sum>>", "<<points of part 9>>", "<<points of part 9>> is unknown", ...),
    ("<<q1_sum>>", "<<q1_summ>>", "below `## Part 1: …`). Did you mean q1_sum?", ...),
    ("<<q1_sum>>", "<<points of\n# part 9>>", "<<points of part 9>> is split over two lines", ...),
    ("# ## Question 2: why (<<q2_written>>)\n", "# Why? See (<<q2_written>>).\n", None),
    ("# Add the first `n`", "# ## Question 2: why (<<q2_written>>)\n#\n# Add the first `n`", None),
    ("# Add the first `n`", "# ## 3.3 Sums\n#\n# ## 3.3 More\n#\n# Add the first `n`",
     "headings have the number 3.3; "),
    # regions
    ("    ### END SOLUTION\n", "", "each `BEGIN SOLUTION` needs an `END SOLUTION`", ...),
    ("# === END MARK SCHEME ===", "# Or so. === END MARK SCHEME ===",
     "'Or so. === END MARK SCHEME ===': "),
    ("assert isinstance", "### BEGIN HIDDEN TESTS\nassert isinstance",
     "q1_sum_test: it has hidden tests: move them to the marking module, "
     "problems/ps0_warm_up/marking/q1_sum.py"),
    ("    return n * n", "    ### BEGIN SOLUTION\n    return n * n\n    ### END SOLUTION",
     "cell given_square: it contains `BEGIN SOLUTION`"),
    # code
    ("    return (square", "    retrun (square n", "in `retrun (square n(n) + n) // 2`)"),
    ("    return n * n", "    # %%\n    return n * n", "remove a `# %%` that splits the cell", ...),
    ("import numpy as np", "import numpy as np, scipy.linalg", "students' code imports scipy"),
    ("assert isinstance", "from examiner import checks\nassert isinstance",
     "cell q1_sum_test: students' code imports examiner"),
    ("    return (square", "    import sympy\n    return (square", "imports sympy"),
    ("def total(n):", "square = 0\n\n\ndef total(n):", "defined here and in given_square"),
    ("assert isinstance", "twice()\nassert isinstance", "cell q1_sum_test: it uses twice, but"),
    ("def total(n):", "def total(n: int) -> int:", None),
    # the table
    ('["total(n)"]', '["total(n)", "limit"]', "it does not define limit"),
    ("def total(n):", "from math import fsum as total\n\n\ndef other(n):", "it only imports total"),
    ('["total(n)"]', '["total"]', None),
    ("q1_sum = ", "q3_more = { points = 1 }\nq1_sum = ", 'a cell `# %% answer="q3_more"`', ...),
    ("q1_sum = ", "q3_more = { points = 1 }\nq1_sum = ", 'a cell `# %% test="q3_more"`', ...),
    ('notebook = "sums"', 'notebook = "adding"', "problems/ps0_warm_up: adding.py is missing"),
    ("points = 2,", "", "course.toml, ps0_warm_up, q1_sum: its points are missing; "),
    ("points = 2,", "points = nan,", "q1_sum: points are nan; write a number, such as 2."),
    ("points = 2,", "point = 2,", "q1_sum: unknown key point; the keys are points, writ", ...),
    ("defines =", "define =", "further. Did you mean defines?", ...),
    ('["total(n)"]', '"total(n)"', "defines is 'total(n)'; write a list of names and s", ...),
    ('["total(n)"]', '["total(n"]', "q1_sum: defines is ['total(n']; write a list of names", ...),
    ("written = true", 'written = "yes"', "q2_written: written is 'yes'; write true"),
    ("title =", "titel =", "Did you mean title?"),
    ('title = "Warm-up"', "", "problems/course.toml, ps0_warm_up: a title, a notebook and"),
    ("{ points = 2,", "3 #", "course.toml, ps0_warm_up, q1_sum is 3; write a table with poi", ...),
    # when the cells run
    ("(square(n) + n)", "(cube(n) + n)", "raises NameError (name 'cube' is not defined) on"),
    ("    return n * n", "    return n * n\n\n\nraise SystemExit", "given_square: it raises"),
    ('"""The sum', 'square.x\n    """The sum', "q1_sum_test: its visible part raises Attr"),
    ("    ### BEGIN SOLUTION\n    return", "    return 6 if n == 3 else (square(n) + n) // 2\n"
     "    ### BEGIN SOLUTION\n    return", "q1_sum.py: the stub earns 2 points"),
    ("    return n * n", "    return n * n\n\n\ndef pairs(k):\n    return k * (k + 1) // 2",
     "q1_sum.py: given code answers the question: pairs(argument 1), instead of total, "),
    ("# %%\nimport", "# %% figure\ndef half(x):\n    return (x * x + x) / 2\n\n\nprint(half(1))\n\n"
     "# %%\nimport", "given code answers the question: half(argument 1), instead of total"),
    # what marks
    (CHECK, "", "q1_sum_test: problems/ps0_warm_up/marking/q1_sum.py has no `question`: end it"),
    (CHECK, OLD_FORM, "marking/q1_sum.py has no `question`: end it with one"),
    (CHECK, "question = 10", "q1_sum.py: it raises AttributeError ('int' object has no attribute"),
    (CHECK, "question = str(total(3))", "q1_sum.py: it raises NameError (name 'total' is not def"),
    (CHECK, OTHER_SIZES, "its sizes are \"k n\", but problems/course.toml lists total(n): use"),
    (CHECK, "from .sums import question", "q1_sum.py has no `question`: end it with one"),
    ("Count(SIZES", "Count(]SIZES", "q1_sum.py: it raises SyntaxError (closing parenthesis"),
    ("import Count", "import Cuont", "q1_sum.py: it raises ImportError (cannot import name 'Cuon"),
    ("n / 2)", "TERMS)", "q1_sum.py: it raises NameError (name 'TERMS' is not defined), in `qu"),
    ("n / 2)", "n / 2, share=1 / 2)", "cell q1_sum: its solution earns 1 of 2 points"),
    ("n**2 / 2 + n / 2", "n**2 / 2 - n / 2", "or its marking module. Findings: n"),
    (CHECK, RAISES, "q1_sum.py: it raises ZeroDivisionError (no), in `raise ZeroDivisionError"),
    (CHECK, ON_A_STUB, "in `raise ZeroDivisionError(\"no\")` on the stub"),
    (CHECK, SELDOM, "capped is hidden in 'a number'. "),
]  # fmt: skip


def change(course: Course, name: str, *replacements: tuple[str, str]) -> None:
    """Change a problem set, wherever the old text stands."""
    folder = course.root / "problems" / name
    paths = (folder / SUMS, folder / MARKS, course.root / "problems" / "course.toml")
    for old, new in replacements:
        path = next(path for path in paths if old in path.read_text())
        path.write_text(path.read_text().replace(old, new))


def write_set(course: Course, name: str, old: str = "", new: str = "") -> None:
    """Add a problem set, changed."""
    files = {"table": TABLE.replace(SET, name), SUMS: PROBLEM, MARKS: CHECK}
    changed = next(file for file, text in files.items() if old in text)
    files[changed] = files[changed].replace(old, new) if old else files[changed]
    with (course.root / "problems" / "course.toml").open("a") as table:
        table.write(f"\n{files.pop('table')}")
    for file, text in files.items():
        path = course.root / "problems" / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.mark.slow
def test_each_mistake_is_named(tmp_path: Path) -> None:
    """In one build, of problem sets that each have one."""
    course = empty_course(tmp_path)
    for number, (old, new, *_) in enumerate(MISTAKES):
        write_set(course, f"ps{number:03}", old, new)
    with pytest.raises(CourseError) as refused:
        build.build(course)
    assert not (course.root / "source").exists()
    said = str(refused.value).splitlines()
    for number, (_, new, message, *more) in enumerate(MISTAKES):
        name = f"ps{number:03}"
        lines = [line for line in said if f"/{name}" in line or f", {name}" in line]
        if message is None:
            assert lines == [], new
        else:
            assert any(message.replace(SET, name) in line for line in lines), (new, lines)
            assert more or len(lines) == 1, (new, lines)


PRINTS = """
def show(n):
    def doubled(k):
        return 2 * k
    print(doubled(n))
"""


def test_functions_that_return_nothing_are_no_answers() -> None:
    """The functions inside them may."""
    cells = ["def half(n):\n    if n:\n        return n / 2", "def note(n):\n    return", PRINTS]
    assert [*functions_in(cells, {})] == ["half"]


@pytest.mark.parametrize(
    ("files", "messages"),
    [
        ({"q1_sum": None, "q1_sums": CHECK}, [
            "q1_sum_test: there is no problems/ps0_warm_up/marking/q1_sum.py: write it",
            "marking/q1_sums.py: problems/course.toml has no question q1_sums with a test, and no",
            "delete it. Did you mean q1_sum?",
        ]),
        ({"q1_sum": f"from .sums import N\n{CHECK}", "sums": "n = 1"}, [
            "q1_sum.py: it raises ImportError (cannot import name 'N' from",
        ]),
        ({"q1_sum": f"{CHECK}\nN"}, [
            "q1_sum.py: it raises NameError (name 'N' is not defined), in `N`",
        ]),
    ],
)  # fmt: skip
def test_an_issue_in_several_files_that_mark_is_named(
    small_course: Course, files: dict[str, str | None], messages: list[str]
) -> None:
    folder = small_course.root / "problems" / SET / "marking"
    (folder / "q1_sum.py").unlink()
    for name, code in files.items():
        if code is not None:
            (folder / f"{name}.py").write_text(code)
    with pytest.raises(CourseError) as refused:
        build.contents(small_course)
    for message in messages:
        assert message in str(refused.value)


def test_what_is_measured_is_measured_once(
    small_course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = []

    def measured(self, answer, points, given, seed):
        answer(3)
        counted.append(points)
        return Verdict.all_right("measured", Message("limit-kept"), points)

    monkeypatch.setattr(Resources, "_measured", measured)
    limits = "dict(arguments=None, shape=None, agrees=None, large={})"
    checks = f"Resources(share=1 / 2, **{limits}) + Resources(share=1 / 4, **{limits})"
    change(
        small_course,
        SET,
        ("import Count", "import Count, Resources"),
        ("n / 2)", f"n / 2, share=1 / 4) + {checks}"),
        ("def square(n):", "def square(n, power):"),  # no answer: it takes two arguments
        ("square(n) +", "square(n, 2) +"),
    )
    build.contents(small_course)
    assert counted == [1, 0.5]


def test_all_that_is_wrong_is_named_at_once(small_course: Course) -> None:
    """Mistakes in the table, text, marking, sources, bank and files: with file and repair."""
    root = small_course.root
    change(
        small_course,
        SET,
        ("written = true", "writen = true"),
        ("# ## Question 1: a sum (<<q1_sum>>)", "# ## A sum"),
        ("n**2 / 2 + n / 2", "n**2 / 2 + n /"),
        ("np.arange(3)", "np.arange(3"),
    )
    (root / "problems" / "sources.toml").write_text('[s]\n"1" = { asks = "a", questions = ["x"] }')
    (root / "tests" / "bank" / "ps1").mkdir(parents=True)
    (root / "problems" / "ps2").mkdir()
    for stray in ("source/ps0_warm_up/.env", "release/ps0_warm_up/data/old.ipynb"):
        (root / stray).parent.mkdir(parents=True)
        (root / stray).write_text("SECRET=1")
    with pytest.raises(CourseError) as refused:
        build.contents(small_course)
    for message in (
        "course.toml, ps0_warm_up, q2_written: unknown key writen",
        "problems/ps2: problems/course.toml has no [ps2]: add it, or rename",
        "cell q1_sum: the statement above it does not show its points",
        "cell 1 below front_matter: it is not Python",
        "sources.toml, s, 1: problems/course.toml has no question x",
        "sources.toml: no source of q1_sum",
        "tests/bank/ps1: no such problem set",
        "tests/bank/ps0_warm_up/q1_sum: missing",
        "source/ps0_warm_up/.env: students would get this file too",
        "release/ps0_warm_up/data/old.ipynb: students would get this file too",
    ):
        assert message in str(refused.value)


def test_a_draft_shows_what_is_there_and_says_what_is_missing(small_course: Course) -> None:
    change(small_course, SET, ('given="square"', 'give="square"'))
    root = small_course.root
    (root / "problems" / SET / MARKS).unlink()
    (root / "tests" / "bank").mkdir(parents=True)
    (path,), missing = build.draft(small_course)
    assert path == root / "draft" / SET / "sums.ipynb"
    code = [cell.source for cell in nbformat.read(path, as_version=4).cells]
    assert any("(square(n) + n) // 2" in cell for cell in code)
    assert any("def square(n):" in cell for cell in code)
    assert not (root / "source").exists()
    said = "\n".join(missing)
    for message in (
        "Did you mean given?",
        f"there is no problems/{SET}/{MARKS}",
        "q1_sum: missing",
    ):
        assert message in said


def test_questions_stand_in_the_order_of_the_table(small_course: Course) -> None:
    *head, first, second = TABLE.splitlines()
    (small_course.root / "problems" / "course.toml").write_text("\n".join([*head, second, first]))
    with pytest.raises(CourseError) as refused:
        build.contents(small_course)
    said = "cell q1_sum: at this place problems/course.toml lists q2_written: "
    assert said in str(refused.value)


def test_every_notebook_shows_the_front_matter(small_course: Course) -> None:
    shared = small_course.root / "problems" / "shared"
    shared.mkdir()
    (shared / "front_matter.md").write_text("# Sums\n\nAll numbers are whole: $n \\ge 1$.\n")
    assert build.contents(small_course)
    change(small_course, SET, ("All numbers are", "Most numbers are"))
    with pytest.raises(CourseError, match=r"front_matter: it must show problems/shared/front_m"):
        build.contents(small_course)


# --- the release ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    """The small course, built; its files are not changed."""
    course = empty_course(tmp_path_factory.mktemp("built"))
    write_set(course, SET)
    build.build(course)
    return course.problems()[0]


def q1(notebook: NotebookNode) -> NotebookNode:
    return next(cell for cell in notebook.cells if cell.id == "q1_sum")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda nb: nb.cells.pop(), "its cells differ"),
        (lambda nb: nb.metadata.update(widgets={}), "its metadata would reach students"),
        (lambda nb: q1(nb).metadata.update(tags=["x"]), "cell q1_sum: its metadata would reach"),
        (lambda nb: q1(nb).update(execution_count=3), "cell q1_sum: it has outputs"),
        (lambda nb: q1(nb).update(attachments={"a.png": {}}), "cell q1_sum: it has an attachment"),
        (lambda nb: q1(nb).update(source="### BEGIN SOLUTION"), "`BEGIN SOLUTION` would reach"),
        (lambda nb: q1(nb).update(source="return (square(n) + n) // 2"), "secret line would reach"),
        (lambda nb: q1(nb).update(source="| 2 | the pairs |"), "secret line would reach students"),
    ],
)
def test_what_must_not_reach_students_is_named(
    built: Assignment, spoil: Callable[[NotebookNode], object], message: str
) -> None:
    source = nbformat.read(built.source, as_version=4)
    released = nbformat.read(built.release, as_version=4)
    assert list(lint.release_issues(built, source, released)) == []
    spoil(released)
    found = "\n".join(map(str, lint.release_issues(built, source, released)))
    assert "release/ps0_warm_up/sums.ipynb" in found
    assert message in found


def test_checkpoints_and_modules_are_no_strangers(small_course: Course) -> None:
    Path(small_course.root, "problems", SET, "figure.py").write_text("x = 1\n")
    checkpoints = small_course.root / "source" / SET / ".ipynb_checkpoints"
    checkpoints.mkdir(parents=True)
    (checkpoints / "sums-checkpoint.ipynb").write_text("{}")
    assert build.contents(small_course)
