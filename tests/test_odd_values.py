"""Odd values: every check has a verdict on every answer, and no answer makes a check fail.

The test generates answers to each question, and their return values, from all values that the wire
can carry. The hidden test then runs as in grading.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import nbformat
import numpy as np
import pytest

from examiner.authoring.notebook_source import instructor_notebook
from examiner.cell_code import bound_names, needed_names, run_code
from examiner.cell_kinds import CellKind
from examiner.checks import Verdict
from examiner.checks.grading import GradingContext
from examiner.course import Course, CourseQuestion
from examiner.grading.grade import grade
from examiner.grading.submission import Submission
from examiner.regions import split
from examiner.student import StudentFunction
from examiner.student.inside import wire
from examiner.time_limit import TimeIsUp, limit_time
from tests.bank_runner import Notebook, kinds_of_checks, use_modules
from tests.bench_medians import master_of
from tests.classroom import ROOT

QUESTIONS = [
    (problem.name, question)
    for problem in Course(ROOT).problems()
    for question in problem.questions.values()
    if not question.written
]
# A right answer takes seconds there, at the sizes at which its time is measured.
MEASURED, SELDOM = "Resources", 20
AMOUNTS = (1, 10**12, 10**30, 10**160, -(10**307), 0.5, float("inf"))
NUMBERS = (0, 1, -1, 2, 2**63, -(2**70), 10**300, 0.5, -0.0, 1e308, 5e-324, float("inf"))
NUMBERS += (float("nan"), 1j, complex("nan"), True, False, None, np.float16(2), np.float32("inf"))
NUMBERS += (np.complex64(1j),)
TEXTS = ("", "n", "n**2", "=", "a\0b", "\ud800", "x" * 5000, "1e999999", "((((", "n**n**n", b"\xff")
DTYPES = ("?", "i1", "u8", "f2", "f4", "f8", "c8", "c16")
SHAPES = ((), (0,), (1,), (3,), (2, 3), (0, 4), (3, 3), (2, 1, 3), (1,) * 20, (0, 2**39), (1,) * 32)
SECONDS = 20.0  # of processor time for a hidden test; grading gives it 60


class _OddProcess:
    """A substitute for the student's process of a function: its calls return odd values."""

    def ask(self, request: Any, count: int, **limits: Any) -> list:
        return [(1.0, None) if i % 2 else (None, ValueError("x")) for i in range(count)]

    def again(self) -> _OddProcess:
        return self


# Values that only the wire has: a function, a module and an exception instead of a value.
ONLY_OF_THE_WIRE = (
    StudentFunction(_OddProcess(), "f", 1, 1),  # type: ignore[arg-type]
    wire.Raised("ValueError", "ValueError", "x"),
)


def _nested(depth: int) -> list:
    return [_nested(depth - 1)] if depth else []


# Values about as large as the wire allows; they are rare, because they take long.
HUGE = (
    lambda: 2 ** (2**19),
    lambda: -(10**4300),
    lambda: "n+" * 200_000 + "n",
    lambda: "(" * 5000 + "n" + ")" * 5000,
    lambda: "**".join(["9"] * 300),
    lambda: bytes(10**6),
    lambda: list(range(10**5)),
    lambda: ["x" * 10**4, *([""] * 10**3)],
    lambda: {i: i for i in range(2**13)},
    lambda: {f"line {i}": "n**2" for i in range(2000)},
    lambda: _nested(wire.MAX_DEPTH - 4),
    lambda: np.zeros((1500, 1500)),
    lambda: np.full((10**6,), np.nan, "f4"),
    lambda: np.zeros((2,) * 16, bool),
)
ERRORS = (ValueError, TypeError, TimeoutError, ChildProcessError, MemoryError, KeyError, SystemExit)


def odd(rng: random.Random, depth: int = 0) -> Any:
    """Any value that can arrive over the wire."""
    if depth < 2 and rng.random() < 0.02:
        return rng.choice(HUGE)()
    kind = rng.randrange(8 if depth < 3 else 4)
    if kind == 0:
        return rng.choice(NUMBERS if rng.random() < 0.9 else ONLY_OF_THE_WIRE)
    if kind == 1:
        return rng.choice(TEXTS)
    if kind in (2, 3):
        array = np.resize(np.array([rng.choice((0, 1, 2, 250, 0.5)), 1]), rng.choice(SHAPES))
        return array.astype(rng.choice(DTYPES))
    members = [odd(rng, depth + 1) for _ in range(rng.choice((0, 1, 2, 3, 5)))]
    if kind == 4:
        return members
    if kind == 5:
        return tuple(members)
    if kind == 6:
        return rng.choice((set, frozenset))(filter(_hashable, members))
    keys = [odd(rng, 3) if rng.random() < 0.3 else rng.choice(TEXTS) for _ in members]
    return {k: v for k, v in zip(keys, members, strict=True) if _hashable(k)}


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def like(value: Any, rng: random.Random) -> Any:
    """A value with some of its parts replaced by odd ones: of the right form, nearly."""
    if rng.random() < 0.15:
        return odd(rng, 2)
    if type(value) in (list, tuple):
        return type(value)(like(member, rng) for member in value)
    if type(value) is dict:
        return {key: like(member, rng) for key, member in value.items()}
    if isinstance(value, np.ndarray) and rng.random() < 0.5:
        with np.errstate(all="ignore"):
            return value.astype(rng.choice(DTYPES))
    return value


def answered(notebook: Notebook, question: CourseQuestion) -> list[str]:
    """The names that the answer to a question binds and its test looks at."""
    names = [each.partition("(")[0] for each in question.defines]
    wanted = needed_names(notebook.tests[question.name])
    return names or sorted(bound_names(notebook.solutions[question.name]) & wanted)


def answers(solved: dict[str, Any], names: list[str], rng: random.Random) -> dict[str, Any]:
    """Odd answers: values, or functions that return one or something like the right."""
    found = {}
    for name in names:
        right = solved[name]
        if not callable(right):
            found[name] = like(right, rng) if rng.random() < 0.5 else odd(rng)
        elif (kind := rng.random()) < 0.1:
            found[name] = odd(rng)
        elif kind < 0.4:
            found[name] = with_a_term(right, rng.choice(AMOUNTS), rng.choice((0, 1, None)))
        else:
            found[name] = _function(right, rng)
    return found


def _function(right: Any, rng: random.Random) -> Any:
    """One that returns always the same, something like the right value, or now and then raises."""
    constant, alike, raises = odd(rng), rng.random() < 0.5, rng.choice((0.0, 0.0, 0.05, 1.0))

    def answer(*arguments: Any, **named: Any) -> Any:
        if rng.random() < raises:
            raise rng.choice(ERRORS)(rng.choice(TEXTS))
        return like(right(*arguments, **named), rng) if alike else constant

    return answer


def with_a_term(right: Any, amount: float, place: int | None) -> Any:
    """The function with one term too many, or one in each line: an amount, times an argument. It
    may be right enough for later answers to follow from it."""

    def answer(*arguments: Any, **named: Any) -> Any:
        value, more = right(*arguments, **named), amount
        if place is not None and place < len(arguments) and type(arguments[place]) is int:
            more = amount * arguments[place]
        if isinstance(value, dict):
            return {line: number + more for line, number in value.items()}
        return value + more

    return answer


def failures(assignment: str, times: int) -> Iterator[str]:
    """Run the hidden tests of a problem set, one after the other, on sets of odd answers.

    Args:
        assignment: The problem set.
        times: The number of sets of answers.

    Yields:
        The exceptions of the tests.
    """
    notebook, rng = Notebook.of(assignment), random.Random(assignment)
    solved = notebook.solved()
    use_modules(assignment)
    for number in range(1, times + 1):
        verdicts: dict[str, Verdict] = {}
        for question in (each for where, each in QUESTIONS if where == assignment):
            hidden = split(notebook.tests[question.name], "hidden tests")[1]
            names = answered(notebook, question)
            assert names, f"nothing is asked of {question.name}"
            if MEASURED in kinds_of_checks(assignment, question.name) and number % SELDOM:
                continue
            given = answers(solved, names, rng)
            try:
                grading = GradingContext(question.name, earlier=dict(verdicts))
                limit = limit_time(SECONDS, processor=True)
                with grading.active(), limit, np.errstate(all="ignore"):
                    value, error = run_code(hidden, solved | given)
            except TimeIsUp as up:
                value, error = None, up
            if error is not None or not isinstance(value, Verdict):
                yield f"{question.name}: {given!r:.300}: {error!r:.300}"
            elif not 0 <= value.points <= value.max_points:
                yield f"{question.name}: {value.points} points"
            else:
                verdicts[question.name] = value


FEW = pytest.param(1, marks=pytest.mark.slow(20))
MANY = pytest.param(10_000, marks=pytest.mark.bench)


@pytest.mark.parametrize("times", [FEW, MANY])
@pytest.mark.parametrize("assignment", sorted({assignment for assignment, _ in QUESTIONS}))
def test_no_answer_makes_a_check_fail(assignment, times):
    assert list(failures(assignment, times)) == []


# Values in a student's process; many of them can't be sent.
OBJECTS = """
import math, numpy as np
from fractions import Fraction
nested = []
for _ in range(5000):
    nested = [nested]
itself = []
itself.append(itself)
OBJECTS = [
    2**(2**19), 1 << 3_320_000, -(10**4300), Fraction(10**5000, 3), ..., None,
    np.longdouble(2), np.float16("inf"), "n**" * 300_000 + "n", "\\ud800" * 1000, bytes(10**6),
    ["x" * 10**4] + [""] * 1000, nested, itself, frozenset({frozenset(), 1}),
    {i: i for i in range(2**13)}, {f"line {i}": "n**2" for i in range(2000)},
    np.zeros((1500, 1500)), np.full(10**6, np.nan, "f4"), np.zeros((2,) * 16, bool),
    np.zeros((0, 2**39)), np.array([1, None, "x"], object), np.zeros(3, [("a", "f8")]),
    np.array(["2020"], "M8[D]"), np.ma.zeros(3), print, math, ValueError, ValueError("x"),
    object(), (lambda *a: 1), range(10**9), iter([1]), np.random,
]
"""


# Two sets have questions enough for each of the objects: one after the other, five apart.
@pytest.mark.slow(4)
@pytest.mark.parametrize(("assignment", "number"), [("ps2_attention", 0), ("ps5_machines", 100)])
def test_odd_objects_are_graded_from_end_to_end(assignment, number, sandbox):
    """Each question is answered with others, as grading meets them: through a student's process."""
    (problem,) = Course(ROOT).problems(assignment)
    reference = master_of(instructor_notebook(problem))
    cells = [nbformat.v4.new_code_cell(OBJECTS)]
    for cell in reference.cells:
        source = cell.source
        if cell.kind is CellKind.ANSWER and cell.cell_type == "code":
            number += 5
            value = f"OBJECTS[{number} % len(OBJECTS)]"
            question = problem.questions[cell.name]
            functions = {each.partition("(")[0] for each in question.defines if "(" in each}
            source = "\n".join(
                f"{name} = lambda *a, **k: {value}" if name in functions else f"{name} = {value}"
                for name in answered(Notebook.of(assignment), question)
            )
        cells.append(cell.notebook_cell(source))
    notebook = nbformat.v4.new_notebook(cells=cells)
    graded = grade(Submission(nbformat.writes(notebook).encode()), reference, sandbox)
    assert graded.notebook.cells[0].outputs == []
    for name, record in graded.records.items():
        if reference[name].kind is CellKind.TEST:
            assert record.points == 0.0, (name, [r for r in graded.remarks if r.serious])
