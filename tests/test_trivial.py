"""Guesses: answers without any knowledge of the question, and their points.

A guess combines all arguments in the same way (their sum, product, its logarithm, the smallest, …),
ignores them, or calls given or earlier functions, whole or in pieces. If the question asks for no
function, a guess is one choice for all entries, or the two ends of a derivation. A table has the
points of each guess that earns any, with the reason, so a new one can't appear unseen.
"""

from __future__ import annotations

import itertools
import math
import random
import types
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

from examiner.authoring.given_answers import earned_by_given, functions_in
from examiner.cell_code import bound_names, quiet, run_code
from examiner.checks import Arrays, case
from examiner.course import CourseQuestion
from examiner.regions import split
from examiner.time_limit import limit_time
from tests.bank_runner import Notebook, kinds_of_checks, use_modules
from tests.test_odd_values import QUESTIONS, SECONDS, answered

Guess = Callable[..., Any]
PIECE = 50  # columns of an array, or tokens, that a given function is called with at a time


def _sums_of_products(numbers: list[Any], *counts: int) -> Any:
    chosen = (some for count in counts for some in itertools.combinations(numbers, count))
    return sum(math.prod(some) for some in chosen)


OF_NUMBERS: dict[str, Callable[[list[Any]], Any]] = {
    "0": lambda numbers: 0,
    "1": lambda numbers: 1,
    "2": lambda numbers: 2,
    "the first": lambda numbers: numbers[0],
    "the last": lambda numbers: numbers[-1],
    "the sum": sum,
    "the product": math.prod,
    "twice the product": lambda numbers: 2 * math.prod(numbers),
    "the first two, multiplied": lambda numbers: math.prod(numbers[:2]),
    "the first times the last": lambda numbers: numbers[0] * numbers[-1],
    "the logarithm of the product": lambda numbers: math.log(math.prod(numbers)),
    "the trees": lambda numbers: sum(math.ceil(math.log2(number)) for number in numbers),
    "the smallest": min,
    "the largest": max,
    "all pairs": lambda numbers: _sums_of_products(numbers, 2),
    "all pairs and triples": lambda numbers: _sums_of_products(numbers, 2, 3),
    "the squares": lambda numbers: sum(number**2 for number in numbers),
}
OF_ARRAYS: dict[str, Callable[[list[np.ndarray]], Any]] = {
    "the identity": lambda arrays: np.eye(min(len(arrays[0]), 100)),
    "zeros": lambda arrays: np.zeros_like(arrays[0], float),
    "uniform": lambda arrays: np.full(arrays[0].shape, 1 / arrays[0].shape[-1]),
    "the first array": lambda arrays: arrays[0],
    "the last array": lambda arrays: arrays[-1],
    "transposed": lambda arrays: arrays[0].T,
    "the sum of arrays": sum,
    "their product": math.prod,
}


def of_numbers(make: Callable[[list[Any]], Any], *arguments: Any) -> Any:
    found = [each for each in arguments if isinstance(each, (int, float))]
    return make(found or [size for each in arguments for size in np.shape(each)])


def of_arrays(make: Callable[[list[np.ndarray]], Any], *arguments: Any) -> Any:
    return make([np.asarray(each) for each in arguments if np.ndim(each)])


def in_pieces(function: Guess, *arguments: Any) -> Any:
    """The function, of some columns of its last argument at a time."""
    *others, last = arguments
    pieces = [last[..., at : at + PIECE] for at in range(0, np.shape(last)[-1], PIECE)]
    return np.concatenate([function(*others, piece) for piece in pieces], axis=-1)


@cache
def given_functions(assignment: str) -> dict[str, Guess]:
    notebook = Notebook.of(assignment)
    return functions_in((*notebook.given, *notebook.other), notebook.solved())


def there(assignment: str, question: str) -> dict[str, Guess]:
    """The functions that are given, and the right answers to the questions before this one."""
    notebook, names = Notebook.of(assignment), Notebook.of(assignment).namespace()
    before = itertools.takewhile(lambda name: name != question, notebook.tests)
    answers = [notebook.solutions[name] for name in before]
    for answer in answers:
        exec(answer, names)
    answered = {
        name: names[name]
        for answer in answers
        for name in bound_names(answer)
        if isinstance(names[name], types.FunctionType)
    }
    found = {}
    for name, function in (given_functions(assignment) | answered).items():
        found |= {name: function, f"{name} in pieces": partial(in_pieces, function)}
    return found


def trivial(right: Guess, guess: Guess) -> Guess:
    """Return the value of the guess for each requested value."""
    form: Any = None

    def answer(*arguments: Any, **named: Any) -> Any:
        nonlocal form
        if form is None:
            form = right(*arguments, **named)
        with np.errstate(all="ignore"):
            value = guess(*arguments, *named.values())
        if isinstance(form, dict) and not isinstance(value, dict):
            return dict.fromkeys(form, value)
        alike = isinstance(form, tuple) and not isinstance(value, tuple)
        return (value,) * len(form) if alike else value

    return answer


def unread(right: Any) -> dict[str, Any]:
    """Make answers from the form of a right answer alone.

    They have the same choice in every entry, or are a derivation of its two ends with all reasons.
    """
    if isinstance(right, dict):
        options = set[str]()

        def filled(entries: dict, value: Any) -> dict:
            for each in entries.values():
                options.update(
                    () if isinstance(each, dict) else [each] if isinstance(each, str) else each
                )
            return {
                k: filled(v, value) if isinstance(v, dict) else value for k, v in entries.items()
            }

        filled(right, None)
        sets = [set(some) for n in (1, 2) for some in itertools.combinations(sorted(options), n)]
        return {str(each): filled(right, each) for each in (*sorted(options), *sets)}
    (_, left, _), *_, (_, end, _) = right
    reasons = ", ".join(reason for _, _, reason in right if reason)
    between = {
        "its ends": [],
        "its left side twice": [left],
        "a factor": [f"({left}) * 1"],
        "its ends, added and taken away": [f"({left}) + ({end}) - ({end})"],
        "its end twice": [end],
    }
    return {
        what: [("=", left, ""), *(("=", line, reasons) for line in (*lines, end))]
        for what, lines in between.items()
    }


def earned(
    assignment: str, question: CourseQuestion, some: Callable[[list[str]], list[str]]
) -> Iterator[tuple[str, float]]:
    """Yield the guesses that earn points, with their points.

    Guesses are numbers if the question asks for numbers, and otherwise arrays too. For other
    questions than functions, they know the form of the answer.

    Args:
        assignment: The problem set.
        question: The question.
        some: Selects the guesses to try.
    """
    notebook = Notebook.of(assignment)
    use_modules(assignment)
    solved, hidden = notebook.solved(), split(notebook.tests[question.name], "hidden tests")[1]
    names = answered(notebook, question)
    functions = [name for name in names if callable(solved[name])]
    guesses = {what: partial(of_numbers, make) for what, make in OF_NUMBERS.items()}
    if kinds_of_checks(assignment, question.name) & {"Arrays", "Properties"}:
        guesses |= {what: partial(of_arrays, make) for what, make in OF_ARRAYS.items()}
    guesses |= there(assignment, question.name)
    answers = {
        what: {name: trivial(solved[name], guesses[what]) for name in functions}
        for what in (some(sorted(guesses)) if functions else ())
    }
    others = {name: lambda *arguments: None for name in functions}
    for name in set(names) - set(functions):
        answers |= {what: others | {name: each} for what, each in unread(solved[name]).items()}
    for what, given in answers.items():
        with limit_time(SECONDS, processor=True), quiet():
            verdict, error = run_code(hidden, notebook.namespace() | given)
        assert error is None, f"{question.name}, {what}: {error!r}"
        if verdict.points:
            yield what, verdict.points


# The most that a guess earns: it is right by chance, or one slip away from that, and all that the
# slip leaves is its due.
BY_CHANCE = {
    "q1_parameters": (0.5, "the last size is one of the terms"),
    "q4_feedforward": (0.5, "tokens times parameters are two multiply–accumulates, and two more"),
    "q6_forward": (1.0, "the attention is a part of the block"),
    "q7_ledger": (0.4, "the line dyhat is the first argument"),
    "q7_backward": (0.25, "some terms of the forward pass are those of the backward pass"),
    "q7_products": (0.75, "the backward pass has these products"),
    "softmax_audit": (0.25, "a line is the number of scores"),
    "scaling_moments": (0.25, "0 where a mean is"),
    "scaling_bound": (1.0, "n·eps is a bound, and not the best"),
    "linear_flops": (1.0, "the divisions are a product of two sizes"),
    "linear_crossover": (0.25, "one of six lengths"),
    "attention_counts": (0.5, "the line dense_biases is the product"),
    "multi_head_growth": (2.0, "the exact cost grows as it does; the product is one of its terms"),
    "bottleneck": (1.0, "the first argument, and 0, are known errors"),
    "layer_norm_radius": (0.25, "0 where the variance is"),
    "dense_audit": (0.5, "three of six lines are wrong"),
    "head_costs": (0.75, "one head's weights for each token; the products with W_q alone"),
    "multi_head_flops": (0.5, "half of the products of attention"),
    "grouped_queries": (1.0, "that it is for each query head is a known error"),
    "softmax_time": (1.5, "trees over all sizes, texts too; without the logarithm"),
    "layer_time": (0.75, "trees over all sizes, texts too"),
    "real_parameters": (0.5, "embedding and head are the first two sizes, multiplied"),
    "speculative": (1.0, "that each draft counts whatever is rejected is a known error"),
    "sparse_patterns": (0.5, "h + w is what one patch sees"),
    "receptive_field": (1.0, "heads times layers is a known error"),
    "q7_rule": (0.5, "one of two entries"),
    "q7_audit": (0.6, "a line is the first size times the last"),
    "softmax_conclusion": (0.5, "one of two entries"),
    "equivariance_false_step": (1.0, "one of two entries"),
    "mask_scenarios": (2.0, "four entries are source padding, or may be"),
    "norm_dependence": (1.0, "what layer norm depends on"),
    "audit_lines": (0.5, "most lines charge 768 rows"),
    "serial_growth": (0.5, "two of four entries"),
    "spatial_equations": (0.25, "a pair of indices is the answer of one entry"),
    "bert_tasks": (0.5, "two of the four are contrastive"),
    "traffic": (0.5, "the first size is one of the terms"),
    "communication": (0.5, "that the array goes round once is a known error"),
    "scan": (0.5, "the tree is as deep as the scan"),
}


@pytest.mark.parametrize(
    "all_",
    [pytest.param(False, marks=pytest.mark.slow(15)), pytest.param(True, marks=pytest.mark.bench)],
)
@pytest.mark.parametrize("assignment", sorted({assignment for assignment, _ in QUESTIONS}))
def test_who_guesses_earns_what_is_right_by_chance(assignment, all_):
    for question in (each for where, each in QUESTIONS if where == assignment):
        rng = random.Random(question.name)
        some = list if all_ else lambda guesses, rng=rng: [rng.choice(guesses)]
        found = dict(earned(assignment, question, some))
        most, _ = BY_CHANCE.get(question.name, (0.0, ""))
        assert all(points <= most for points in found.values()), (question.name, found)


@pytest.mark.bench
@pytest.mark.parametrize("assignment", sorted({assignment for assignment, _ in QUESTIONS}))
def test_given_functions_earn_nothing_in_any_order_of_arguments(assignment):
    """The build tries each with its arguments as they come; here they come in other orders too."""
    notebook, solved = Notebook.of(assignment), Notebook.of(assignment).solved()
    given = given_functions(assignment)
    assert given
    for question in (each for where, each in QUESTIONS if where == assignment):
        hidden = split(notebook.tests[question.name], "hidden tests")[1]
        asked = {name: solved[name] for name in answered(notebook, question)}
        found = earned_by_given(hidden, notebook.namespace(), asked, given, orders=24)
        assert list(found) == [], question.name


def test_given_code_for_columns_is_found_in_a_question_about_rows() -> None:
    def by_rows(x: np.ndarray) -> np.ndarray:
        return x - x.mean(axis=1, keepdims=True)

    def by_columns(x: np.ndarray) -> np.ndarray:
        return x - x.mean(axis=0)

    rng = np.random.default_rng(0)
    cases = {f"{shape}": case(rng.normal(size=shape)) for shape in [(3, 5), (4, 2)]}
    names = {"question": Arrays(oracle=by_rows, cases=cases)}
    given = {"by_columns": by_columns, "square": np.square}
    found = earned_by_given("question.grade(f, points=2)", names, {"f": by_rows}, given)
    assert [*found] == [("f", "by_columns(argument 1.T).T", 2.0)]
