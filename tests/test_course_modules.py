"""Marking modules, and notebook sources that are imported."""

from __future__ import annotations

import subprocess
import sys
import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest

from examiner.authoring.build import build
from examiner.authoring.marking_modules import modules_of, question_object
from examiner.authoring.notebook_source import instructor_notebook
from examiner.cell_kinds import cell_kind, name_of
from examiner.checks import Reference
from examiner.course import Course
from examiner.course_modules import CourseModules, cell_text, cells_of
from examiner.grading.fingerprint import digest_of_reference
from examiner.grading.grade import grade
from examiner.grading.submission import Submission
from examiner.student import Sandbox
from tests.bank_runner import COURSE, ROOT
from tests.bench_medians import master_of
from tests.conftest import write_small_course
from tests.messages import naming

MARKING = '''"""The sum of the first numbers."""

from examiner.checks import Count, misconception, sizes

from ..sums import total

SIZES = (n,) = sizes("n")
SOLVED = total(4)

question = Count(
    SIZES,
    n**2 / 2 + n / 2,
    misconceptions=[misconception("last-number-missing", n**2 / 2 - n / 2, "n itself counts.")],
)
'''
OF_OWN_CODE = '''"""The sum of the first numbers, by code of its own."""

from examiner.checks import Arrays, Reference, case, misconception, replace

from ..sums import total


def half(n: int) -> float:
    """Half of the last number."""
    return n / 2


def by_pairs(n: int) -> float:
    """The numbers make pairs, each of which adds up to n + 1."""
    return half(n) * (n + 1)


question = Arrays(
    oracle=total,
    cases={"n = 7": case(7)},
    reference=Reference(by_pairs, parts=[half]),
    misconceptions=[
        misconception("number-of-pairs-rounded", replace("n / 2", "n // 2"), "One is in no pair.")
    ],
)
'''


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Course]:
    """Make a course with a question that a module marks."""
    course = write_small_course(tmp_path)
    (marking(course)).write_text(MARKING)
    yield course
    (problem,) = COURSE.problems("ps1_flops")
    modules_of(problem).use()


def marking(course: Course) -> Path:
    return course.root / "problems" / "ps0_warm_up" / "marking" / "q1_sum.py"


def test_a_notebook_source_gives_its_given_code_and_solutions_alone(course: Course) -> None:
    (problem,) = course.problems()
    question_object("q1_sum", problem)
    from problems.ps0_warm_up import sums

    assert sums.total(4) == 10
    assert sums.square(3) == 9
    assert not hasattr(sums, "np")  # which a cell that is neither given nor an answer imports
    assert Path(sums.total.__code__.co_filename) == problem.notebook_source
    line = problem.notebook_source.read_text().split("\n")[sums.total.__code__.co_firstlineno - 1]
    assert line == "def total(n):"  # so that a breakpoint is where the text has it
    assert "SOLUTION" not in cell_text(sums.total)


def test_an_included_file_runs_below_its_head_and_keeps_its_lines(course: Course) -> None:
    (problem,) = course.problems()
    cubes = problem.notebook_source.with_name("cubes.py")
    cubes.write_text(
        "from .sums import missing\n\n\n# %%\ndef cube(n):\n    return n * square(n)\n"
    )
    text = problem.notebook_source.read_text()
    head = "from .cubes import cube, missing\n\n"
    problem.notebook_source.write_text(f'{head}{text}\n# %% given="cubes" include="cubes.py"\n')
    question_object("q1_sum", problem)
    from problems.ps0_warm_up import sums

    assert sums.cube(3) == 27
    assert not hasattr(sums, "missing")
    code = sums.cube.__code__
    assert Path(code.co_filename) == cubes
    assert cubes.read_text().split("\n")[code.co_firstlineno - 1] == "def cube(n):"
    line = problem.notebook_source.read_text().split("\n")[sums.total.__code__.co_firstlineno - 1]
    assert line == "def total(n):"


def test_the_hidden_test_imports_the_question_and_shows_right_values(course: Course) -> None:
    build(course)
    (problem,) = course.problems()
    cells = {name_of(c): c for c in nbformat.read(problem.source, as_version=4).cells}
    hidden = cells["q1_sum_test"].source
    assert "from problems.ps0_warm_up.marking.q1_sum import question" in hidden
    assert "question.grade(total, points=2)" in hidden
    assert "total(n=13) == 91" in hidden
    assert "question" not in nbformat.read(problem.release, as_version=4).cells[-4].source
    assert build(course) == []  # and a second build changes nothing


@pytest.mark.slow
def test_a_hidden_test_runs_in_a_plain_kernel(course: Course) -> None:
    build(course)
    (problem,) = course.problems()
    cells = nbformat.read(problem.source, as_version=4).cells
    code = "\n".join(c.source for c in cells if c.cell_type == "code" and cell_kind(c))
    code = code.replace("question.grade(", "print(question.grade(").replace(
        "points=2)", "points=2))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=problem.source.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout == "2.0\n"


TWO_ANSWERS = (
    MARKING.replace("import Count,", "import Choices, Count, Custom,")
    .replace("question = Count(", "SUMS = Count(")
    .replace("    misconceptions", "    share=1 / 2,\n    misconceptions")
    + """
GROWTH = Choices({"growth": "square"}, options=["line", "square"], share=1 / 2)
question = Custom(
    lambda grading, total, growth: grading.mark(SUMS, total) + grading.mark(GROWTH, growth), [SUMS]
)
"""
)


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        ("def total(n):\n    return sum(range(n + 1))", 1),
        ("growth = {'growth': 'square'}\ndef total(n):\n    return sum(range(n + 1))", 2),
        ("growth = {'growth': 'square'}\ndef total(n):\n    raise NotImplementedError", 1),
        ("growth = {'growth': 'square'}", 0),  # a stub always has the function
    ],
)
def test_a_function_is_graded_without_the_value_beside_it(
    course: Course, sandbox: Sandbox, answer: str, points: float
) -> None:
    marking(course).write_text(TWO_ANSWERS)
    table = course.root / "problems" / "course.toml"
    table.write_text(table.read_text().replace('"total(n)"', '"total(n)", "growth"'))
    text = course.root / "problems" / "ps0_warm_up" / "sums.py"
    solved = "return (square(n) + n) // 2\n    ### END SOLUTION\n"
    value = "### BEGIN SOLUTION\ngrowth = {'growth': 'square'}\n### END SOLUTION\n"
    text.write_text(text.read_text().replace(solved, f"{solved}\n\n{value}"))
    (problem,) = Course(course.root).problems()
    notebook = instructor_notebook(problem)
    reference = master_of(notebook, modules_of(problem).texts)
    submitted = nbformat.from_dict(notebook)
    (cell,) = (c for c in submitted.cells if name_of(c) == "q1_sum")
    cell.source = answer
    graded = grade(Submission(nbformat.writes(submitted).encode()), reference, sandbox)
    assert graded.records["q1_sum_test"].points == points


def test_modules_of_another_version_take_the_place_of_those_in_use(course: Course) -> None:
    (problem,) = course.problems()
    first = question_object("q1_sum", problem)
    assert question_object("q1_sum", problem) is first
    marking(course).write_text(MARKING.replace("total(4)", "total(5)"))
    second = question_object("q1_sum", problem)
    assert second is not first
    marking(course).write_text(MARKING)
    assert question_object("q1_sum", problem) is first


def test_misconceptions_are_mutations_of_functions_of_a_marking_module(course: Course) -> None:
    marking(course).write_text(OF_OWN_CODE)
    (problem,) = course.problems()
    question = question_object("q1_sum", problem)
    assert question.grade(lambda n: sum(range(n + 1)), points=2).points == 2
    assert question.grade(lambda n: 24, points=2).misconception_key == "number-of-pairs-rounded"


def test_a_part_takes_the_place_of_what_a_solution_calls(course: Course) -> None:
    text = OF_OWN_CODE.replace("def half(n: int)", "def square(n: int)")
    text = text.replace("return n / 2", "return n * n").replace('"n / 2", "n // 2"', '"n * n", "n"')
    marking(course).write_text(text.replace("by_pairs, parts=[half]", "total, parts=[square]"))
    (problem,) = course.problems()
    question = question_object("q1_sum", problem)
    assert question.grade(lambda n: sum(range(n + 1)), points=2).points == 2
    assert question.grade(lambda n: n, points=2).misconception_key == "number-of-pairs-rounded"


def test_a_reference_is_of_a_notebook_source_or_of_a_marking_module() -> None:
    with pytest.raises(ValueError, match=naming(marking.__name__)):
        _ = Reference(marking).code


def test_a_worker_needs_no_course_folder(sandbox: Sandbox) -> None:
    (problem,) = COURSE.problems("ps1_flops")
    notebook = instructor_notebook(problem)
    reference = master_of(notebook, modules_of(problem).texts)
    graded = grade(Submission(nbformat.writes(notebook).encode()), reference, sandbox)
    assert graded.records["q5_gradients_test"].points == 10
    from problems.ps1_flops.marking import q5_gradients

    assert q5_gradients.__file__ == "problems/ps1_flops/marking/q5_gradients.py"
    with pytest.raises((AttributeError, TypeError)) as raised:
        q5_gradients.masked(*[None] * 6)
    shown = "".join(traceback.format_exception(raised.value))
    assert "layer = forward(X, W_q, W_k, W_v, W_1, w_2)" in shown


def test_another_module_is_another_reference_notebook() -> None:
    (problem,) = COURSE.problems("ps1_flops")
    texts = modules_of(problem).texts
    reference = master_of(instructor_notebook(problem), texts)
    path = "problems/ps1_flops/marking/q1_parameters.py"
    other = replace(reference, modules={**texts, path: texts[path] + "\n# another\n"})
    assert digest_of_reference(reference) != digest_of_reference(other)


def test_a_module_that_was_edited_since_the_build_marks_nothing(course: Course) -> None:
    from examiner.gradebook.reference_agreement import is_built

    build(course)
    (problem,) = course.problems()
    assert is_built(problem)
    marking(course).write_text(MARKING + "# edited\n")
    assert is_built(problem) is False


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("n**2 / 2 + n / 2,", "n**2 / 2 + m / 2,", "NameError (name 'm' is not defined)"),
        ("import Count,", "import Cuont,", "ImportError (cannot import name 'Cuont'"),
        ("n**2 / 2 - n / 2", "n**2 / 2 + n / 2", "leads to the formula of the right count"),
        ("import total", "import totla", "cannot import name 'totla'"),
        ('"last-number-missing"', '"Last number"', "is no id"),
        (', "n itself counts."', "", "last-number-missing: "),
        ("question = Count(", "question = str(", "'misconceptions' is an invalid keyword"),
    ],
)
def test_a_mistake_in_a_module_is_told_by_the_build(
    course: Course, old: str, new: str, said: str
) -> None:
    from examiner.course import CourseError

    text = marking(course).read_text()
    assert old in text
    marking(course).write_text(text.replace(old, new))
    with pytest.raises(CourseError) as raised:
        build(course)
    assert said in str(raised.value)
    assert "problems/ps0_warm_up/marking/q1_sum.py" in str(raised.value)


def test_cells_of_markdown_tests_and_figures_do_not_run() -> None:
    text = (ROOT / "problems" / "ps1_flops" / "flops.py").read_text()
    code = "\n".join(cell.code for cell in cells_of(text))
    assert "def forward(" in code
    assert "def gradients(" in code
    assert "preview_gradients(gradients)" not in code
    assert "day_of_training" not in code


def test_a_course_without_modules_leaves_those_in_use() -> None:
    (problem,) = COURSE.problems("ps1_flops")
    before = question_object("q1_parameters", problem)
    CourseModules().use()
    from problems.ps1_flops.marking.q1_parameters import question

    assert question is before
