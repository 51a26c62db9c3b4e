"""Two promises that any question can make in numbers are read from its text and kept by its check.

- A precision, "to two decimals", "to four digits" or "a relative precision of $10^{-3}$": the
  solution, rounded so, earns all points.
- The range of an argument, "`flops` is from $10^{18}$ to $10^{26}$" or "up to $n=30$": the check
  calls an answer with no other values. The first form holds for every question of the problem set
  that has an argument of this name.

`test_promises` has the promises that only one question makes.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from examiner.authoring.marking_modules import modules_of
from examiner.cell_code import quiet, run_code
from examiner.cell_kinds import statement_of
from examiner.checks import Verdict
from examiner.checks.grading import GradingContext
from examiner.regions import split
from tests.bank_runner import ASSIGNMENTS, COURSE, Notebook, built

# In these, deviations of the promised size reveal an excluded method, such as a measured slope.
EXACT = {"softmax_jacobian"}
KEYS = [f"key {number}" for number in range(10)]
DIGITS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
ROUNDED = re.compile(rf"to ({'|'.join(DIGITS)}) (decimals|digits)")
PRECISION = re.compile(r"precision of \$10\^\{(-\d+)\}\$")
NUMBER = r"\$?(10\^\{?\d+\}?|[\d.,]+)\$?"
RANGE = re.compile(rf"[`$](\w+)[`$] is (?:from|between) {NUMBER} (?:to|and) {NUMBER}")
UP_TO = re.compile(r"up to \$(\w+)\s*=\s*([\d.,]+)\$")
Numbers = Callable[[Any], Any]


class Range(NamedTuple):
    """The values of an argument that a text promises."""

    argument: str
    low: float
    high: float


@cache
def statements(assignment: str) -> dict[str, str]:
    """The text of each question that a machine grades, in one line."""
    (problem,) = COURSE.problems(assignment)
    cells = built(assignment).cells
    found = {}
    for place, cell in enumerate(cells, 1):
        question = problem.questions.get(cell.id)
        if question and not question.written:
            found[cell.id] = " ".join(statement_of(cells[:place]).split())
    return found


def rounding_of(text: str) -> Numbers | None:
    """The coarsest rounding that a text allows; None if it names no precision."""
    if match := PRECISION.search(text):
        most = 0.99 * 10.0 ** int(match[1])
        return lambda number: number * np.where(np.sin(1e3 * number) > 0, 1 + most, 1 - most)
    if match := ROUNDED.search(text):
        digits = DIGITS[match[1]]
        if match[2] == "decimals":
            return lambda number: np.round(number, digits)
        return np.vectorize(lambda number: float(f"{number:.{digits}g}"))
    return None


def number_of(text: str) -> float:
    """The value of a number in a text: 4,096 or 10^{26}."""
    base, _, power = text.replace(",", "").partition("^")
    return float(base) ** float(power.strip("{}") or 1)


def ranges_in(assignment: str) -> Iterator[tuple[str, Range]]:
    """The questions with a promised range, and the range."""
    (problem,) = COURSE.problems(assignment)
    for question, text in statements(assignment).items():
        for name, low, high in RANGE.findall(text):
            for other in problem.questions.values():
                if any(re.search(rf"[(, ]{name}\b", function) for function in other.defines):
                    yield other.name, Range(name, number_of(low), number_of(high))
        for name, high in UP_TO.findall(text):
            yield question, Range(name, 0, number_of(high))


def verdict_on_changed(
    assignment: str, question: str, key: str, change: Callable[[Callable], Callable]
) -> Verdict:
    """Grade the solution after a change of its functions, with the cases of a course key."""
    (problem,) = COURSE.problems(assignment)
    notebook, names = Notebook.of(assignment), Notebook.of(assignment).solved()
    for name in problem.questions[question].functions:
        names[name] = change(names[name])
    modules_of(problem).use()
    earlier = dict.fromkeys(problem.questions)  # nothing is carried forward
    with quiet(), GradingContext(question, key=key, earlier=earlier).active():
        verdict, error = run_code(split(notebook.tests[question], "hidden tests")[1], names)
    assert isinstance(verdict, Verdict), error
    return verdict


def rounded(value: Any, number: Numbers) -> Any:
    """Round all numbers of a value that aren't ints."""
    if isinstance(value, dict):
        return {name: rounded(part, number) for name, part in value.items()}
    if isinstance(value, tuple):
        return tuple(rounded(part, number) for part in value)
    return value if isinstance(value, int) or np.asarray(value).dtype.kind != "f" else number(value)


def precise() -> list[tuple[str, str]]:
    """The questions whose text names a precision."""
    found = [(a, q) for a in ASSIGNMENTS for q, text in statements(a).items() if rounding_of(text)]
    return [each for each in found if each[1] not in EXACT]


@pytest.mark.parametrize(("assignment", "question"), precise())
def test_an_answer_as_precise_as_the_text_asks_earns_all_points(
    assignment: str, question: str
) -> None:
    number = rounding_of(statements(assignment)[question])
    assert number

    def change(solution: Callable) -> Callable:
        return lambda *arguments, **named: rounded(solution(*arguments, **named), number)

    for key in KEYS[:3]:
        verdict = verdict_on_changed(assignment, question, key, change)
        assert verdict.points == verdict.max_points, verdict.text


def drawn_by(assignment: str, question: str, argument: str) -> list[Any]:
    """The values of an argument with which a check calls an answer."""
    found = list[Any]()

    def change(solution: Callable) -> Callable:
        def recorded(*arguments: Any, **named: Any) -> Any:
            given = inspect.signature(solution).bind(*arguments, **named).arguments
            found.extend([given[argument]] if argument in given else [])
            return solution(*arguments, **named)

        return recorded

    for key in KEYS:
        verdict_on_changed(assignment, question, key, change)
    return found


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
@pytest.mark.slow
def test_arguments_are_in_the_range_that_the_text_promises(assignment: str) -> None:
    outside, kept = [], set[Range]()
    for question, promise in ranges_in(assignment):
        drawn = drawn_by(assignment, question, promise.argument)
        far = [value for value in drawn if not promise.low <= value <= promise.high]
        outside += [f"{question}: {promise}, but {min(far):g} to {max(far):g}"] if far else []
        kept |= {promise} if drawn else set()
    assert outside == []
    assert kept == {promise for _, promise in ranges_in(assignment)}, "no question draws these"


def test_promises_are_found() -> None:
    assert [number_of(text) for text in ("4,096", "10^{26}", "10^3")] == [4096, 1e26, 1000]
    assert RANGE.findall("`flops` is from $10^{18}$ to $10^{26}$") == [
        ("flops", "10^{18}", "10^{26}")
    ]
    assert RANGE.findall("$n$ is between 3 and 4,096") == [("n", "3", "4,096")]
    number = rounding_of("a dict of numbers, to two decimals")
    assert number
    assert number(-2001.234) == -2001.23
    number = rounding_of("return it to four digits")
    assert number
    assert number(-2001.6) == -2002
    number = rounding_of("a relative precision of $10^{-3}$")
    assert number
    assert abs(number(1.0) - 1) == pytest.approx(0.99e-3)
    assert rounding_of("exactly") is None
    assert [*ranges_in("ps2_attention")]
