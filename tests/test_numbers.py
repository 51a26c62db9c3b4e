"""Numbers count by their value: floats up to rounding, and types that hold the same number.

What a count is, the check below an answer and the marking say alike.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examiner import checks
from examiner.checks import numbers
from tests.bank_runner import ASSIGNMENTS, Notebook
from tests.mutants import verdict_of

WHOLE = [
    (12, 12),
    (12.0, 12),
    (119.99999999999999, 120),
    (120.00000000000001, 120),
    (1e15 + 0.125, 10**15),
    (np.int8(12), 12),
    (np.uint64(2**63), 2**63),
    (np.float16(12), 12),
    (np.float32(12), 12),
    (np.longdouble(12), 12),
    (np.array(12), 12),
    (np.array(12.0), 12),
    (np.array(12, object), 12),
    (np.array(Fraction(12), object), 12),
    (np.ma.array(12.0), 12),
    (Fraction(24, 2), 12),
    (Decimal("12.0"), 12),
    (12 + 0j, 12),
    (np.complex64(12), 12),
    (1e-12, 0),
    (10**400, 10**400),
    (Fraction(10**400 * 3, 3), 10**400),
]
NOT_WHOLE = [
    11.5,
    12.0000001,
    float("nan"),
    float("inf"),
    Fraction(7, 2),
    Decimal("3.5"),
    Decimal("NaN"),
    Decimal("1e999999999"),
    12 + 1j,
    np.float32(0.1),
    True,
    np.True_,
    None,
    "12",
    [12],
    np.array([12]),
    np.ma.masked,
    np.ma.array(12.0, mask=True),
    np.array(None, object),
    np.datetime64("2020"),
]


@pytest.mark.parametrize(("value", "count"), WHOLE, ids=repr)
def test_what_holds_a_whole_number_is_one(value: Any, count: int) -> None:
    found = numbers.whole_number(value)
    assert (type(found), found) == (int, count)


@pytest.mark.parametrize("value", NOT_WHOLE, ids=repr)
def test_what_holds_none_is_none(value: Any) -> None:
    assert numbers.whole_number(value) is None


@pytest.mark.parametrize("assignment", sorted(ASSIGNMENTS))
def test_the_check_below_an_answer_says_what_the_marking_says(assignment: str) -> None:
    """The notebook has the code of the marking, not code like it."""
    names = Notebook.of(assignment).namespace("__main__")
    for value, _ in WHOLE:
        assert names["issue_of_count"](value) == ""
    for value in NOT_WHOLE:
        assert names["issue_of_count"](value)
    # The right values of all of them show in what is called.
    assert names["whole_number"].__code__.co_code == numbers.whole_number.__code__.co_code
    assert names["WHOLE_WITHIN"] == numbers.WHOLE_WITHIN


SIZES = n, d, h = checks.sizes("n d h")
COUNT = 4 * n * d**2 + 2 * n**2 * d + 6 * n * d * h + n * (n + 1) / 2 + 3 * h
TERMS: list[Callable[..., float]] = [
    lambda n, d, h: 4 * n * d**2,
    lambda n, d, h: 2 * n**2 * d,
    lambda n, d, h: 6 * n * d * h,
    lambda n, d, h: n * (n + 1) / 2,
    lambda n, d, h: 3 * h,
]
# Ways to write a number that leave it as it is, but for rounding.
DETOURS: list[Callable[[float, int, int, int], float]] = [
    lambda x, n, d, h: x / 1e9 * 1e9,
    lambda x, n, d, h: (x / n) * n,
    lambda x, n, d, h: x * (d / h) * (h / d),
    lambda x, n, d, h: x / 3 + 2 * x / 3,
    lambda x, n, d, h: n * (x / n + 1) - n,
    lambda x, n, d, h: (x**0.5) ** 2,
    lambda x, n, d, h: x * 0.1 * 10,
    lambda x, n, d, h: x,
]


@st.composite
def ways(draw: st.DrawFn) -> Callable[..., float]:
    """The count, its terms in any order, each and the sum by a few detours."""
    order = draw(st.permutations(TERMS))
    detour = st.lists(st.sampled_from(DETOURS), max_size=3)
    of_terms, of_sum = [draw(detour) for _ in order], draw(detour)

    def count(n: int, d: int, h: int) -> float:
        total = 0.0
        for term, detours in zip(order, of_terms, strict=True):
            value = float(term(n, d, h))
            for each in detours:
                value = each(value, n, d, h)
            total += value
        for each in of_sum:
            total = each(total, n, d, h)
        return total

    return count


@pytest.mark.slow(4)
@settings(max_examples=60, deadline=None)
@given(ways(), st.integers(0, 2**32))
def test_a_right_count_is_right_in_any_order_of_floats_under_every_key(
    count: Callable[..., float], key: int
) -> None:
    verdict = checks.Count(SIZES, COUNT, seed=key).grade(count, points=4)
    assert verdict.points == 4, verdict.text


QUESTIONS = [
    ("ps1_flops", "q2_attention", "attention_flops"),
    ("ps3_architecture", "multi_head_flops", "multi_head_flops"),
]


@pytest.mark.parametrize("key", range(12))
@pytest.mark.parametrize(("assignment", "question", "name"), QUESTIONS)
def test_right_floats_earn_everything_whatever_is_drawn(
    assignment: str, question: str, name: str, key: int
) -> None:
    solved = Notebook.of(assignment).solved()
    right = solved[name]

    def through_giga_units(*sizes: int) -> float:
        first = sizes[0]
        return right(*sizes) / first / 1e9 * first * 1e9

    answer = {name: through_giga_units}
    verdict = verdict_of(assignment, question, solved | answer, str(key))
    assert verdict.points == verdict.max_points
