"""What answers earn that take no thought: a constant, an argument, a sum or product of all of them.

What any of them earns stands in a table, with the reason: no new one appears unseen.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from examiner.alarm import alarm
from examiner.cell_code import run
from examiner.checks import Verdict
from examiner.course import Question
from examiner.regions import split
from tests.bank_runner import Notebook
from tests.test_odd_values import QUESTIONS, SECONDS, answered

LARGEST = 100  # identity: sizes that are only counted have many digits


def _numbers(arguments: tuple) -> list[Any]:
    return [each for each in arguments if isinstance(each, (int, float))]


def _array(arguments: tuple) -> np.ndarray:
    return next(np.asarray(each) for each in arguments if np.ndim(each))


def _identity(arguments: tuple) -> np.ndarray:
    arrays = [each for each in arguments if np.ndim(each)]
    size = len(arrays[0]) if arrays else math.prod(_numbers(arguments)[:2])
    return np.eye(int(min(size, LARGEST)))


def _uniform(arguments: tuple) -> np.ndarray:
    array = _array(arguments)
    return np.full(array.shape, 1 / array.shape[-1])


ANSWERS: dict[str, Callable[[tuple], Any]] = {
    "zero": lambda arguments: 0,
    "one": lambda arguments: 1,
    "the first argument": lambda arguments: arguments[0],
    "the last argument": lambda arguments: arguments[-1],
    "the sum": lambda arguments: sum(_numbers(arguments)),
    "the product": lambda arguments: math.prod(_numbers(arguments)),
    "the identity": _identity,
    "zeros": lambda arguments: np.zeros_like(_array(arguments), float),
    "uniform": _uniform,
}


def trivial(right: Callable[..., Any], make: Callable[[tuple], Any]) -> Callable[..., Any]:
    """The value that it makes of the arguments, in the place of each one that is asked for."""
    form: Any = None

    def answer(*arguments: Any, **named: Any) -> Any:
        nonlocal form
        if form is None:
            form = right(*arguments, **named)
        value = make((*arguments, *named.values()))
        if isinstance(form, dict):
            return dict.fromkeys(form, value)
        return (value,) * len(form) if isinstance(form, tuple) else value

    return answer


def earned(assignment: str, question: Question) -> dict[str, float]:
    """What each of the answers earns that earns anything, where the question asks for functions."""
    notebook = Notebook.of(assignment)
    solved, hidden = notebook.solved(), split(notebook.tests[question.name], "hidden tests")[1]
    names = [name for name in answered(notebook, question) if callable(solved[name])]
    found = {}
    for what, make in ANSWERS.items() if names else ():
        given = {name: trivial(solved[name], make) for name in names}
        with alarm(SECONDS, processor=True):
            verdict, error = run(hidden, notebook.namespace() | given)
        assert error is None, f"{question.name}, {what}: {error!r}"
        assert isinstance(verdict, Verdict)
        if verdict.points:
            found[what] = verdict.points
    return found


# Each is right in a part, or what a mistake with a name leads to.
EARNS = {
    "q7_ledger": {"the first argument": 0.4},  # in the line dyhat
    "q7_backward": {"the sum": 0.25},  # seq_len is one of its terms
    "scaling_moments": {"the product": 0.25},  # 0, where a mean is
    "scaling_bound": {"the product": 1.0},  # a bound, and not the best
    "attention_counts": {"the product": 0.6},  # in the line dense_biases
    "multi_head_growth": {"the product": 1.0},  # of the scores alone
    "bottleneck": {"the first argument": 1.0, "the product": 1.0},  # two mistakes with names
    "layer_norm_radius": {"the product": 0.25},  # 0, where the variance is
    "softmax_time": {"the sum": 1.5},  # one term after another
    "sparse_patterns": {"the sum": 0.5},  # what one patch sees, for the pairs
    "grouped_queries": {"the product": 1.0},  # keys without values
}


@pytest.mark.slow(15)
def test_what_takes_no_thought_earns_what_is_known() -> None:
    found = {question.name: earned(assignment, question) for assignment, question in QUESTIONS}
    assert {name: each for name, each in found.items() if each} == EARNS
