"""Arrays: credit by cases and outputs, the cost of a misconception, other diagnoses."""

from __future__ import annotations

import importlib
import itertools
import re
from collections.abc import Callable
from contextlib import closing
from typing import Any

import numpy as np
import pytest

from examiner import checks
from examiner.checks import Verdict, misconception, remove, replace
from examiner.checks.array_answers.entries import ArrayComparison
from examiner.course_modules import CourseModules
from examiner.student import Sandbox
from tests.bank_ids import ids_of
from tests.findings import messages_in
from tests.messages import numbers


def row_sums(X: np.ndarray) -> np.ndarray:
    return X.sum(axis=1)


def column_sums(X: np.ndarray) -> np.ndarray:
    return X.sum(axis=0)


def cases(rng: np.random.Generator) -> dict[str, checks.Case]:
    return {
        "wide": checks.case(rng.normal(size=(2, 3)), weight=3),
        "square": checks.case(rng.normal(size=(2, 2))),
    }


def marked(function: Any, **settings: Any) -> Verdict:
    settings = {"oracle": row_sums, "cases": cases} | settings
    return checks.Arrays(**settings).grade(function, points=4)


def known(**effects: Any) -> list[checks.Misconception]:
    """Misconceptions, with the id as their message."""
    return [misconception(name, effect, name) for name, effect in effects.items()]


# --- credit --------------------------------------------------------------------------------------


def test_single_precision_counts_only_where_it_is_allowed() -> None:
    def single(X: np.ndarray) -> np.ndarray:
        return (row_sums(X) * (1 + 1e-6)).astype(np.float32)

    assert marked(single).points == 0
    assert marked(single, float32=True).points == 4
    assert marked(lambda X: row_sums(X) * (1 + 1e-6), float32=True).points == 0


TWO_STEPS = "def doubled(n):\n    return 2 * n\n\n\ndef total(n):\n    return doubled(n) + n**2"
STEPS = f'# %% answer="q1"\n{TWO_STEPS}\n'
FEW = {f"{n}": checks.case(n) for n in (3, 5, 8)}


@pytest.fixture(name="two_steps")
def total_in_two_steps() -> Callable[[int], int]:
    """The last function of a notebook source, which uses the one above it."""
    CourseModules({"problems/ps0_steps/steps.py": STEPS}).use()
    return importlib.import_module("problems.ps0_steps.steps").total


@pytest.mark.parametrize(
    ("own", "answer", "points"),
    [
        ({"doubled": lambda n: 3 * n}, lambda n: 3 * n + n**2, 4),
        ({"doubled": lambda n: 3 * n}, lambda n: 2 * n + n**2, 4),  # the right one is right still
        # A misconception, found by the student's own answer.
        ({"doubled": lambda n: 3 * n}, lambda n: 3 * n, 2),
        ({"doubled": None}, lambda n: 3 * n + n**2, 0),
        ({"doubled": lambda n: 3 * n, "unused": lambda n: n}, lambda n: 3 * n + n**2, 4),
        ({}, lambda n: 2 * n, 2),
    ],
)
def test_what_follows_from_an_own_answer_is_right_and_so_are_its_errors_known(
    own: dict[str, Any],
    answer: Callable[[int], int],
    points: float,
    two_steps: Callable[[int], int],
) -> None:
    reference = checks.Reference(two_steps, carried=lambda: own)
    forgotten = known(**{"square-forgotten": remove("+ n**2")})
    settings = {"oracle": lambda n: n * (n + 2), "cases": FEW, "reference": reference}
    verdict = marked(answer, misconceptions=forgotten, **settings)
    assert verdict.points == points
    assert (verdict.misconception_key == "square-forgotten") == (points == 2)


def test_cases_are_drawn_by_the_right_answers_alone(two_steps: Callable[[int], int]) -> None:
    """Otherwise one student's answer would decide the inputs of another student."""
    reference = checks.Reference(two_steps, carried=lambda: {"doubled": lambda n: 2 * n + 3})
    less = known(**{"three-less": replace("n**2", "(n**2 - 3)")})  # right by that one
    settings = {"oracle": lambda n: n * (n + 2), "reference": reference, "misconceptions": less}
    verdict = marked(lambda n: n * (n + 2) - 3, cases=lambda rng: FEW, **settings)
    assert verdict.misconception_key == "three-less"


# --- misconceptions -------------------------------------------------------------------------------


def test_two_readings_that_coincide_are_both_named() -> None:
    named = known(first=lambda X: X[:, 0], again=lambda X: 1.0 * X[:, 0], other=column_sums)
    few = cases(np.random.default_rng(0))
    verdict = marked(lambda X: X[:, 0], misconceptions=named, cases=few)
    assert verdict.points == 2
    assert {"first", "again"} <= ids_of(verdict)
    assert verdict.misconception_key == "first"
    assert "first; or again" in verdict.text


def test_the_first_entry_that_differs_is_named_with_the_digits_that_do() -> None:
    one = {"one": checks.case(np.ones((2, 3)))}
    text = marked(lambda X: row_sums(X) + np.arange(2), cases=one).text
    assert numbers(text.partition("entries")[0])[-2:] == [1, 2]  # one of two entries
    assert "[1]: you have 4, expected 3" in text
    text = marked(lambda X: 1 + 2e-7, oracle=lambda X: 1.0, cases=one).text
    assert "you have 1.0000002, expected 1" in text
    text = marked(lambda X: 2.5, oracle=lambda X: 2.2e-16, cases=one).text
    assert re.search(r"expected 0\b(?!\.)", text)
    precise = {"one": checks.case(np.ones((2, 3)), atol=0.0)}
    text = marked(lambda X: 2.5, oracle=lambda X: 1.85e-45, cases=precise).text
    assert "you have 2.5, expected 1.85e-45" in text


# --- the usual errors, which need no line in a question ------------------------------------------


def scaled_products(x: np.ndarray, y: np.ndarray, W: np.ndarray, n: int) -> np.ndarray:
    return W * x @ y.T / n


def products(rng: np.random.Generator) -> dict[str, checks.Case]:
    def arguments(length: int, width: int, n: int) -> tuple:
        return (*rng.normal(size=(2, length, width)), rng.normal(size=(length, width)), n)

    return {
        "3 × 4": checks.case(*arguments(3, 4, 5)),
        "4 × 4": checks.case(*arguments(4, 4, 3)),
        "4 × 3": checks.case(*arguments(4, 3, 7)),
    }


P = scaled_products


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda *a: P(*a) * a[3], "multiplied by n"),
        (lambda *a: P(*a) / a[0].shape[1] ** 0.5, "divided by the root of the length of x along"),
        (lambda x, y, W, n: P(x, x, W, n), "summary: it doesn't depend on y"),
    ],
)
def test_an_error_is_named_by_how_it_shows(answer: Callable, said: str) -> None:
    verdict = marked(answer, oracle=P, cases=products)
    assert said in ids_of(verdict) or said in verdict.text, verdict.text
    assert verdict.points <= 2


@pytest.mark.parametrize(
    ("answer", "known"),
    [
        (lambda *a: P(*a) / a[0].shape[1] ** 0.5, True),
        (lambda *a: P(*a) - 1, True),
        (lambda x, y, W, n: P(y, x, W, n), True),
        (lambda *a: P(*a) * (2 if len(a[0]) == 3 else 1), False),
        (lambda *a: P(*a) * np.arange(1, 1 + len(a[0])), False),
        (lambda *a: a[3], False),
    ],
)
def test_what_follows_rests_on_what_is_known_as_a_function(answer: Callable, known: bool) -> None:
    """So that it is known elsewhere, too."""
    verdict = marked(answer, oracle=P, cases=products)
    elsewhere = (*np.random.default_rng(0).normal(size=(3, 2, 6)), 11)
    assert (verdict.mutant is not None) == known
    assert not known or np.allclose(verdict.mutant(*elsewhere), answer(*elsewhere))


# --- partial matches: the cases and arguments of a right answer -----------------------------------


def weighted(z: np.ndarray, shift: Any = None, scale: Any = None) -> np.ndarray:
    """Softmax along the last axis, of (z + shift) · scale."""
    z = z if shift is None else z + shift
    z = z if scale is None else z * scale
    exponentials = np.exp(z - z.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


RNG = np.random.default_rng(4)
PLAIN = checks.case(RNG.normal(size=(3, 4)))
SHIFT, SCALE = RNG.normal(size=(2, 3, 4))
Z = PLAIN.arguments[0]


def test_no_remark_contradicts_a_case_where_the_answer_is_right() -> None:
    def forgets_if_both(z: np.ndarray, shift: Any = None, scale: Any = None) -> np.ndarray:
        return weighted(z, scale=scale) if scale is not None else weighted(z, shift)

    few = {"shift": checks.case(Z, shift=SHIFT), "both": checks.case(Z, shift=SHIFT, scale=SCALE)}
    assert "ignores" not in ids_of(marked(forgets_if_both, oracle=weighted, cases=few))


def test_a_small_whole_number_may_be_where_an_answer_is_right() -> None:
    def heads(x: np.ndarray, n_heads: int) -> np.ndarray:
        return x.reshape(len(x), n_heads, -1).transpose(1, 0, 2)

    def reshaped(x: np.ndarray, n_heads: int) -> np.ndarray:
        return np.sin(x.reshape(n_heads, len(x), -1)) if n_heads > 1 else x[None]

    few = {"two": checks.case(RNG.normal(size=(4, 6)), 2)}
    assert "right-with-one" in ids_of(marked(reshaped, oracle=heads, cases=few))


def test_what_is_right_with_one_may_be_right_with_other_numbers_too() -> None:
    """No case shows that it is right up to 3, so the remark is on the wrong cases."""

    def cubed(x: np.ndarray, n: int) -> np.ndarray:
        return x**3 * n if n <= 3 else np.sin(x)

    few = {"four": checks.case(RNG.normal(size=5), 4), "five": checks.case(RNG.normal(size=5), 5)}
    text = marked(cubed, oracle=lambda x, n: x**3 * n, cases=few).text
    assert "the wrong cases would be right with n = 1" in text


def test_one_digit_in_common_is_no_rounding() -> None:
    def right(x: float) -> float:
        return -0.0102566 * x

    few = {"one": checks.case(1.0), "two": checks.case(2.0)}
    for places in (2, 4):
        verdict = marked(lambda x, places=places: round(right(x), places), oracle=right, cases=few)
        assert ("rounded" in ids_of(verdict)) == (places > 2)


def test_what_goes_by_the_sign_of_an_argument_does_not_ignore_it() -> None:
    def by_the_sign(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.sign(x) * np.exp(y[::-1])

    few = {"four": checks.case(np.array([1.0, -2, 3, -4]), np.array([0.3, 1.5, 2.0, 4.5]))}
    assert "ignores" not in ids_of(marked(by_the_sign, oracle=lambda x, y: x**3 * y, cases=few))


# --- time, arguments and memory of earlier calls -------------------------------------------------


@pytest.mark.parametrize(("hangs", "points"), [([3], 4), ([3, 4, 5], 3)])
@pytest.mark.slow
def test_a_call_that_hangs_when_asked_again_is_asked_once_more(
    hangs: list[int], points: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def waits(X: np.ndarray) -> np.ndarray:
        calls.append(1)
        while len(calls) in hangs:  # with those before it, there may have been little time left
            pass
        return row_sums(X)

    monkeypatch.setattr("examiner.checks.calls.MAX_SECONDS", 0.3)
    assert marked(waits).points == points


def extended(x: np.ndarray, cache: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The mean of all the vectors so far, and the cache that the next call gets."""
    cache = np.concatenate([cache, x[None]])
    return cache.mean(axis=0), cache


def in_a_row(function: Any, **settings: Any) -> Verdict:
    def three_tokens(rng: np.random.Generator) -> dict[str, checks.Case]:
        first, *rest = rng.normal(size=(3, 2))
        then = [(x, checks.previous(1)) for x in rest]
        return {"three tokens": checks.case(first, rng.normal(size=(1, 2)), then=then)}

    settings = {"oracle": extended, "outputs": {"mean": 2, "cache": 1}} | settings
    return checks.Arrays(cases=three_tokens, **settings).grade(function, points=9)


def test_what_a_call_needs_of_earlier_ones_is_in_its_arguments() -> None:
    seen: list[np.ndarray] = []

    def remembers(x: np.ndarray, cache: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if len(cache) == 1:
            seen[:] = cache
        seen.append(x)
        return np.mean(seen, axis=0), np.array(seen)

    found = in_a_row(remembers)
    assert found.points == 9 * 3 / 4
    assert "remembers" in ids_of(found)


# --- in a student's process ----------------------------------------------------------------------


@pytest.mark.slow
def test_a_students_process_gives_the_arguments_back_as_the_call_left_them(
    sandbox: Sandbox,
) -> None:
    one = {"one": checks.case(np.ones(3), mask=np.zeros(2, dtype=bool))}
    settings = {"oracle": lambda x, mask: x.sum(), "cases": one}
    with closing(sandbox.student()) as student:
        student.run("def clears(x, *, mask):\n    mask[0] = True\n    return x.sum()")
        found = marked(student.look_up("clears"), **settings)
        assert found.points == 3
        (changed,) = messages_in(found, "changes-argument")
        assert changed.facts["name"] == "mask"
        student.run("def leaves(x, *, mask):\n    return x.sum()")
        assert marked(student.look_up("leaves"), **settings).points == 4


def test_zeros_are_no_exchange_of_arguments():
    """The definition gives zeros where its arguments change places; nobody got these so."""
    found = marked(
        lambda whole, part: 0,
        oracle=lambda whole, part: max(0, whole - part),
        cases={"small": checks.case(7, 2), "larger": checks.case(90, 31)},
    )
    assert found.points == 0
    assert not found.misconception_key


def test_a_missed_idea_is_named_and_saves_nothing() -> None:
    def not_squared(n: int) -> np.ndarray:
        return np.array([n, 1])

    def verdict(kind: Callable[..., checks.Misconception]) -> Verdict:
        question = checks.Arrays(
            oracle=lambda n: np.array([n, n**2]),
            cases={str(n): checks.case(n) for n in (1, 2, 3, 4)},
            misconceptions=[kind("not-squared", not_squared, "n is not squared")],
        )
        return question.grade(not_squared, points=2)

    assert verdict(misconception).points == 1
    named = verdict(checks.missed_idea)
    assert named.points == 0.5  # for the case in which it doesn't show
    assert "not-squared" in {error.id for each in named.findings for error in each.errors}


@pytest.mark.parametrize(
    ("misconceptions", "said"),
    [
        ([misconception("a", None, "A.")], "a: write its effect"),
        ([misconception("a", abs, "A."), misconception("a", max, "A.")], "the id a: merge them"),
        ([misconception("a", replace("n", "m"), "A.")], "a: a mutation needs a reference"),
    ],
)
def test_misconceptions_that_make_no_sense_are_an_error_of_the_question(
    misconceptions: list[checks.Misconception], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        checks.Arrays(oracle=abs, cases=FEW, misconceptions=misconceptions)


# --- quick comparisons ---------------------------------------------------------------------------


@pytest.mark.parametrize("float32", [False, True])
@pytest.mark.parametrize(
    "tolerances", [{}, {"atol": 0}, {"atol": np.array([1e-3, 0, np.inf])}, {"rtol": 1e-2}]
)
def test_the_most_wrong_number_decides_as_all_numbers_do(float32: bool, tolerances: Any) -> None:
    right = np.array([2.0, -1e-20, 3.0])
    variants = [right, right + 1e-8, right * (1 + 1e-6), right * (1 + 1e-3), -right, right[:2]]
    variants += [np.where(right > 2, odd, right) for odd in (np.nan, np.inf, 0.0, 3.1)]
    variants += [np.array([2, 0, 3]), right > 0, right.astype(np.float32), right + 0j]
    question = ArrayComparison.of(lambda: right, {"": checks.case(**tolerances)}, None, float32)
    for answer, mutant in itertools.product(variants, repeat=2):
        (entry,) = question.entries([[checks.calls.Outcome(answer)]])
        for undefined in (False, True):
            by_all = answer.shape == mutant.shape and entry._agrees_everywhere(
                mutant, undefined=undefined
            )
            assert entry.agrees(mutant, undefined=undefined) == by_all, (answer, mutant)


def test_a_change_that_matters_is_made_once() -> None:
    calls = []

    def wrong(X: np.ndarray) -> np.ndarray:
        calls.append(X)
        return row_sums(X) ** 3 + 1

    assert marked(wrong).points == 0
    # The two cases and the first again; then the first one with an array moved, and scaled.
    assert len(calls) == 3 + 2
