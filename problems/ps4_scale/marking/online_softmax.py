"""Merging the states of two sets of keys."""

import math
from collections.abc import Iterable, Mapping
from decimal import Decimal, localcontext

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Mutation,
    Reference,
    assign,
    case,
    convention,
    misconception,
    missed_idea,
    previous,
    remove,
    replace,
    replace_all,
    returns,
)

from ..scale import merge

State = tuple[float, float, np.ndarray]  # m, l and o

OF_NO_KEYS = "if m == -np.inf: return m, 0.0, np.zeros(len(o_1))"
ONE_IS_EMPTY = "if -np.inf in (m_1, m_2): return state_2 if m_1 == -np.inf else state_1"
BOTH_ARE_EMPTY = "if m_1 == m_2 == -np.inf: return state_1"
NO_KEYS = [replace(OF_NO_KEYS, ONE_IS_EMPTY), replace(OF_NO_KEYS, BOTH_ARE_EMPTY)]
NO_KEYS += [remove(OF_NO_KEYS)]
MATH = replace_all("np.exp", "math.exp")  # raises OverflowError, other than numpy


def either(*mutations: Mutation) -> list[Mutation]:
    """Combine mutations with each way to treat states without keys, or not to treat them."""
    return [mutation & each for mutation in mutations for each in NO_KEYS]


def by_math(*mutations: Mutation) -> list[Mutation]:
    """Combine mutations with the powers of numpy and of math."""
    return [combined for each in mutations for combined in (*either(each), *either(each & MATH))]


# fmt: off
MISCONCEPTIONS = [
    misconception("l-added", either(assign("total", "l_1 + l_2")),
      "you add l_1 and l_2 as they are; first rescale them to the common maximum with the "
      "factors e^(m_1 − m) and e^(m_2 − m)"),
    misconception("o-added", either(assign("output", "o_1 + o_2")),
      "you add o_1 and o_2 as they are; first rescale them to the common maximum with the "
      "factors e^(m_1 − m) and e^(m_2 − m)"),
    missed_idea("l-and-o-added", either(assign("c_1, c_2", "1.0, 1.0")),
      "you add l_1 and l_2, and o_1 and o_2, as they are; first rescale them to the common "
      "maximum with the factors e^(m_1 − m) and e^(m_2 − m)"),
    misconception("first-state-only", either(assign("c_2", "1.0")),
      "you rescale only the first state to the new maximum; the second may have the smaller one"),
    misconception("second-state-only", either(assign("c_1", "1.0")),
      "you rescale only the second state to the new maximum; the first may have the smaller one"),
    misconception("powers-of-two", either(replace_all("np.exp", "np.exp2")),
      "these are powers of 2; the states have powers of e"),
    misconception("factors-exchanged", either(assign("c_1, c_2", "c_2, c_1")),
      "the two factors are swapped"),
    misconception("exponent-sign",
      by_math(assign("c_1, c_2", "np.exp(m - m_1), np.exp(m - m_2)")),
      "the sign in the exponents is reversed: e^(m_i − m)"),
    misconception("second-brought-to-first",
      by_math(assign("c_1, c_2", "1.0, np.exp(m_2 - m_1)"),
              assign("c_1, c_2", "1.0, np.exp(min(m_2 - m_1, 700))")),
      "you rescale the second state to the maximum of the first, which may be the smaller one: "
      "rescale both to the larger one"),
    misconception("m-at-least-zero", either(assign("m", "max(m_1, m_2, 0.0)")),
      "your maximum starts at 0, but all scores may be negative"),
    misconception("m-as-logarithm-of-sum",
      either(returns("np.logaddexp(m_1, m_2), total, output"),
             assign("m", "np.logaddexp(m_1, m_2)")),
      "your m is the logarithm of e^(m_1) + e^(m_2); it should be the larger of the two"),
    misconception("m-of-first", by_math(assign("m", "m_1")),
      "you keep the first state's m; use the larger of the two"),
    misconception("m-of-second", by_math(assign("m", "m_2")),
      "you take the second state's m; use the larger of the two"),
    misconception("smaller-m", by_math(assign("m", "min(m_1, m_2)")),
      "your m is the smaller of the two; use the larger"),
    misconception("magnitude-of-m",
      either(assign("m", "abs(max(m_1, m_2))"), assign("m", "max(abs(m_1), abs(m_2))"),
             returns("abs(m), total, output")),
      "you take the absolute value of a maximum, but scores may be negative"),
    misconception("m-added", either(assign("m", "m_1 + m_2")),
      "you add the maxima; take the larger of the two"),
    misconception("o-divided-by-l", either(assign("output", "output / total")),
      "you divide o by l; the state keeps the sum, and only the output is o/l"),
    convention("o-is-o-over-l",
      either(assign("output", "(c_1 * l_1 * o_1 + c_2 * l_2 * o_2) / total")),
      "you treat o as o/l: you weight it with l_1 and l_2, and divide by l; o is the sum, and "
      "only the output is o/l"),
    misconception("o-weighted-with-l",
      either(assign("output", "c_1 * l_1 * o_1 + c_2 * l_2 * o_2")),
      "you weight o with l once more, but o is already the sum"),
    misconception("o-as-mean",
      either(assign("c_1, c_2", "1.0, 1.0")
             & assign("output", "(l_1 * o_1 + l_2 * o_2) / (l_1 + l_2)")),
      "you treat o as a mean, weighted with l_1 and l_2 as they are; o is a sum"),
    misconception("maximum-not-taken-out", either(assign("c_1, c_2", "np.exp(m_1), np.exp(m_2)")),
      "your sums contain e^(s_j) instead of e^(s_j − m): subtract the common maximum"),
    missed_idea("larger-state-kept",
      either(assign("c_1, c_2", "float(m_1 > m_2), float(m_1 <= m_2)")),
      "you keep only the state with the larger maximum, and lose the other one"),
    misconception("multiplied", either(replace_all("+ c_2", "* c_2")),
      "you multiply l_1 and l_2, and o_1 and o_2; they add up"),
    misconception("means-taken", either(assign("total, output", "total / 2, output / 2")),
      "you take the means of l and of o; they should be sums"),
    misconception("larger-l-kept", either(assign("total", "max(l_1, l_2)")),
      "you keep the larger one of l_1 and l_2; they add up"),
    misconception("factors-on-o-twice", either(assign("output", "c_1**2 * o_1 + c_2**2 * o_2")),
      "you apply the factors to o twice"),
    convention("normalised-to-one", either(returns("m + np.log(total), 1.0, output / total")),
      "you rescale the state to l = 1, but m has to be the largest score, and l and o the sums"),
    misconception("mean-of-outputs", either(assign("output", "(o_1 + o_2) / 2")),
      "you take the mean of the two outputs"),
    misconception("overflow",
      either(assign("c_1, c_2", "np.exp(m_1) / np.exp(m), np.exp(m_2) / np.exp(m)")),
      "the exponentials overflow: subtract the common maximum inside the exponent"),
    misconception("nan-of-no-keys", remove(OF_NO_KEYS),
      "without keys, −∞ − (−∞) is not a number: treat that case first"),
    misconception("empty-state-kept",
      replace(OF_NO_KEYS, "if -np.inf in (m_1, m_2): return -np.inf, 0.0, np.zeros(len(o_1))"),
      "if one state has no keys, you return that state; return the other one"),
    convention("l-as-logarithm",
      assign("total", "np.log(total)") & replace(OF_NO_KEYS, ONE_IS_EMPTY),
      "you return the logarithm of l"),
]
# fmt: on


def by_definition(state_1: State, state_2: State) -> State:
    """Add the sums of both sets, without subtracting a maximum, in numbers that cannot overflow."""
    states = state_1, state_2
    top = max(float(m) for m, _, _ in states)
    if top == -np.inf:
        return top, 0.0, np.zeros(len(state_1[2]))
    with localcontext(prec=40, Emax=10**9, Emin=-(10**9)):
        unit = Decimal(top).exp()
        powers = [Decimal(float(m)).exp() / unit for m, _, _ in states]

        def total(numbers: Iterable[float]) -> float:
            pairs = zip(powers, numbers, strict=True)
            return float(sum(power * Decimal(float(number)) for power, number in pairs))

        columns = zip(*(o for _, _, o in states), strict=True)
        return top, total(each[1] for each in states), np.array([total(each) for each in columns])


def state_of(scores: np.ndarray, values: np.ndarray) -> State:
    """Return the state of keys with these scores and values."""
    if not len(scores):
        return -np.inf, 0.0, np.zeros(values.shape[1])
    m = max(scores)
    powers = [np.exp(score - m) for score in scores]
    return float(m), float(sum(powers)), sum(p * v for p, v in zip(powers, values, strict=True))


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw blocks of keys: a chain of merges, scores that are far apart, and empty blocks."""

    def block(n: int, d: int, shift: float = 0.0) -> State:
        return state_of(shift + rng.normal(size=n), rng.normal(size=(n, d)))

    def by_maximum(*blocks: State) -> list[State]:
        return sorted(blocks, key=lambda state: state[0])

    # Below 0, so that the absolute value of a maximum differs from the maximum.
    low, high = by_maximum(block(3, 4, shift=-4), block(5, 4, shift=-4))
    lowest, lower, higher, highest = by_maximum(*(block(n, 3) for n in (4, 2, 6, 3)))
    # The maximum rises, stays, and rises again.
    first, *rest = lower, higher, lowest, highest
    far_1, far_2 = (
        state_of(np.array(scores) + rng.normal(size=len(scores)), rng.normal(size=(len(scores), 2)))
        for scores in ([2000, 1700, 1900], [1500, 2300, 2200, 1800])
    )
    near_2, near_1 = by_maximum(block(3, 2, shift=2000), block(4, 2, shift=2001))
    # So far apart that the quotient of their powers is no float.
    low_1, high_1, high_2, low_2 = (
        block(n, 2, shift=shift) for n, shift in ((3, -2000), (4, 1500), (2, 3000), (4, -1000))
    )
    empty = state_of(np.zeros(0), np.zeros((0, 4)))
    return {
        "two blocks, the second with the larger scores": case(low, high, weight=2),
        "two blocks, the first with the larger scores": case(high, low, weight=2),
        "four blocks in a row": case(
            first, rest[0], then=[(previous(), block) for block in rest[1:]], weight=4
        ),
        "scores near 2000": case(near_1, near_2, weight=1),
        "scores near 2000, far apart": case(far_1, far_2, weight=1),
        "scores thousands apart, the second larger": case(low_1, high_1, weight=2),
        "scores thousands apart, the first larger": case(high_2, low_2, weight=2),
        "no keys in the first": case(empty, low, weight=1),
        "no keys in the second": case(low, empty, weight=1),
        "no keys in either": case(empty, empty, weight=2, atol=0),
    }


question = Arrays(
    oracle=by_definition,
    cases=cases,
    outputs={"m": 1, "l": 1, "o": 2},
    reference=Reference(merge, names={"math": math}),
    misconceptions=MISCONCEPTIONS,
)
