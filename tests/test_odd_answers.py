"""No check fails because of an answer: odd values get a verdict, never an error.

Each function that a question asks for is replaced by one that returns an odd value, the same to
every call or another one each time. `make bench` tries thousands.
"""

from __future__ import annotations

import itertools
import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from examiner.cell_code import bound_names
from examiner.checks import Verdict
from tests.bank_runner import COURSE, Notebook, hidden_test

ODD: tuple[Any, ...] = (
    None,
    True,
    0.0,
    -1,
    10**400,
    2**63,
    float("nan"),
    float("-inf"),
    1j,
    "text",
    b"bytes",
    "",
    [],
    (),
    {},
    set(),
    [[1, 2], [3]],
    [[[[]]]],
    [None, "a"],
    (1.0, 2.0),
    (np.zeros(2), "b", None),
    {"mean": 1, 2: None},
    np.zeros(0),
    np.zeros((0, 3)),
    np.array(np.nan),
    np.array("text"),
    np.array([1, None], dtype=object),
    np.ones(3, bool),
    np.float32(1e38),
    np.uint64(2**64 - 1),
    np.datetime64("2020-01-01"),
    np.zeros((2, 2), np.complex64),
    np.zeros(2, [("a", int)]),
    range(3),
    lambda *a: 1,
    object(),
)
QUESTIONS = [
    (problem.assignment, question.name)
    for problem in COURSE.problems()
    for question in problem.table.questions.values()
    if not question.written
]


def odd_arrays(shape: tuple[int, ...]) -> Iterator[np.ndarray]:
    """Arrays of a shape that may be the right one, of odd types and contents."""
    for kind in (bool, complex, np.int8, np.uint64, np.float16, object, "U1", "M8[s]"):
        yield np.zeros(shape, kind)
    for content in (np.nan, np.inf, -0.0, 1e308):
        yield np.full(shape, content)


def like_an_argument(arguments: tuple, rng: random.Random) -> Any:
    """An odd array with the shape of an argument."""
    shapes = [argument.shape for argument in arguments if isinstance(argument, np.ndarray)]
    return rng.choice(list(odd_arrays(rng.choice(shapes or [()]))))


def answers(rng: random.Random) -> Iterator[Any]:
    """Odd answers for ever: values, and functions of them."""
    while True:
        value = rng.choice(ODD)
        yield value
        yield lambda *_, value=value, **__: value
        yield lambda *arguments, **_: like_an_argument(arguments, rng)
        yield lambda *arguments, **_: rng.choice([*ODD, like_an_argument(arguments, rng)])


def verdict_on(assignment: str, question: str, answer: Any) -> Verdict:
    """The verdict on a question where each name that it asks for is this answer."""
    statements, check = hidden_test(assignment, question)
    notebook = Notebook.of(assignment)
    names = notebook.namespace()
    for name in bound_names(notebook.solutions[question]):
        names[name] = answer
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(statements, names)
        return eval(check, names)


def odd_verdicts(assignment: str, question: str, number: int, seed: int) -> None:
    for answer in itertools.islice(answers(random.Random(seed)), number):
        verdict = verdict_on(assignment, question, answer)
        assert 0 <= verdict.points < verdict.max_points, verdict.text
        assert verdict._repr_html_()


@pytest.mark.parametrize(("assignment", "question"), QUESTIONS)
def test_an_odd_answer_gets_a_verdict(assignment: str, question: str) -> None:
    odd_verdicts(assignment, question, 8, 1)


@pytest.mark.bench
@pytest.mark.parametrize(("assignment", "question"), QUESTIONS)
def test_hundreds_of_odd_answers_get_a_verdict(assignment: str, question: str) -> None:
    odd_verdicts(assignment, question, 10_000 // len(QUESTIONS), 2)
