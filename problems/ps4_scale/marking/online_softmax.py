import math  # noqa: F401 - edits look it up
from decimal import Decimal, localcontext

import numpy as np

OF_NO_KEYS = "if m == -np.inf: return m, 0.0, np.zeros(len(o_1))"
ONE_IS_EMPTY = "if -np.inf in (m_1, m_2): return state_2 if m_1 == -np.inf else state_1"
BOTH_ARE_EMPTY = "if m_1 == m_2 == -np.inf: return state_1"
# No keys in any, or in all, of the states are looked at first, or not.
BY_MATH = "np.exp => [np.exp ~ math.exp]"  # which raises where a power is no float
EITHER = f"{OF_NO_KEYS} -> [{ONE_IS_EMPTY} ~ {BOTH_ARE_EMPTY} ~ ]"
ERRORS = f"""
l-added: l_1 and l_2 are added as they are; the factors e^(m_1 − m) and e^(m_2 − m) bring them to
    the common maximum first :: total = l_1 + l_2 && {EITHER}
o-added: o_1 and o_2 are added as they are; the factors e^(m_1 − m) and e^(m_2 − m) bring them to
    the common maximum first :: output = o_1 + o_2 && {EITHER}
l-and-o-added: l_1 and l_2, and o_1 and o_2, are added as they are; the factors e^(m_1 − m) and
    e^(m_2 − m) bring them to the common maximum first :: c_1, c_2 = 1.0, 1.0 && {EITHER}
first-state-only: only the first state is brought to the new maximum; the second may be the smaller
    one :: c_2 = 1.0 && {EITHER}
second-state-only: only the second state is brought to the new maximum; the first may be the smaller
    one :: c_1 = 1.0 && {EITHER}
powers-of-two: these are powers of 2; the states have powers of e :: np.exp => np.exp2 && {EITHER}
factors-exchanged: the two factors have changed places :: c_1, c_2 = c_2, c_1 && {EITHER}
exponent-sign: the sign in the exponents is reversed: e^(m_i − m)
    :: c_1, c_2 = np.exp(m - m_1), np.exp(m - m_2) && {BY_MATH}
    && {EITHER}
second-brought-to-first: the second state is brought to the maximum of the first, which may be the
    smaller: both are brought to the larger one
    :: c_1, c_2 = 1.0, np.exp([m_2 - m_1 ~ min(m_2 - m_1, 700)]) && {BY_MATH}
    && {EITHER}
m-at-least-zero: the maximum starts at 0: all scores may be below it
    :: m = max(m_1, m_2, 0.0) && {EITHER}
m-as-logarithm-of-sum: m is the logarithm of e^(m_1) + e^(m_2): it is the larger of the two
    :: return np.logaddexp(m_1, m_2), total, output && {EITHER}
    :: m = np.logaddexp(m_1, m_2) && {EITHER}
m-of-first: m stays that of the first state: it is the larger of the two :: m = m_1 && {BY_MATH}
    && {EITHER}
m-of-second: m becomes that of the second state: it is the larger of the two :: m = m_2 && {BY_MATH}
    && {EITHER}
smaller-m: m is the smaller of the two: it is the larger :: m = min(m_1, m_2) && {BY_MATH}
    && {EITHER}
magnitude-of-m: the magnitude of a maximum is taken; scores may be below 0
    :: m = [abs(max(m_1, m_2)) ~ max(abs(m_1), abs(m_2))] && {EITHER}
    :: return abs(m), total, output && {EITHER}
m-added: the maxima are added: m is the larger of the two :: m = m_1 + m_2 && {EITHER}
o-divided-by-l: o is divided by l; the state keeps the sum, and only the output is o/l
    :: output = output / total && {EITHER}
o-is-o-over-l: o is taken for o/l, weighted with l_1 and l_2 and divided by l; it is the sum, and
    only the output is o/l :: output = (c_1 * l_1 * o_1 + c_2 * l_2 * o_2) / total && {EITHER}
o-weighted-with-l: o is weighted with l once more: it holds the sum already
    :: output = c_1 * l_1 * o_1 + c_2 * l_2 * o_2 && {EITHER}
o-as-mean: o is taken as a mean, weighted with l_1 and l_2 as they are; it is a sum
    :: c_1, c_2 = 1.0, 1.0 && output = (l_1 * o_1 + l_2 * o_2) / (l_1 + l_2) && {EITHER}
maximum-not-taken-out: the sums hold e^(s_j), not e^(s_j − m): the common maximum is not taken out
    again :: c_1, c_2 = np.exp(m_1), np.exp(m_2) && {EITHER}
larger-state-kept: the state with the larger maximum is kept, and the other one is lost
    :: c_1, c_2 = float(m_1 > m_2), float(m_1 <= m_2) && {EITHER}
multiplied: l_1 and l_2, and o_1 and o_2, are multiplied; they add up :: + c_2 => * c_2 && {EITHER}
means-taken: the means of both are taken, of l and of o; they are sums
    :: total, output = total / 2, output / 2 && {EITHER}
larger-l-kept: of l_1 and l_2 the larger one is kept; they add up
    :: total = max(l_1, l_2) && {EITHER}
factors-on-o-twice: the factors are applied to o twice
    :: output = c_1**2 * o_1 + c_2**2 * o_2 && {EITHER}
normalised-to-one: the state is brought to l = 1: m is to be the largest score, and l and o the sums
    :: return m + np.log(total), 1.0, output / total && {EITHER}
mean-of-outputs: the mean of the two outputs is taken :: output = (o_1 + o_2) / 2 && {EITHER}
overflow: the exponentials overflow: subtract the common maximum inside the exponent
    :: c_1, c_2 = np.exp(m_1) / np.exp(m), np.exp(m_2) / np.exp(m) && {EITHER}
nan-of-no-keys: of no keys, −∞ − (−∞) is not a number: look at that case first :: {OF_NO_KEYS} ->
empty-state-kept: where one state is that of no keys, that one is returned: the other one is the
    result :: {OF_NO_KEYS} -> if -np.inf in (m_1, m_2): return -np.inf, 0.0, np.zeros(len(o_1))
l-as-logarithm: l is given as its logarithm
    :: total = np.log(total) && {OF_NO_KEYS} -> {ONE_IS_EMPTY}
"""


def by_definition(state_1, state_2):
    """The sums of both sets without a maximum taken out, in numbers that don't overflow."""
    states = state_1, state_2
    top = max(float(m) for m, _, _ in states)
    if top == -np.inf:
        return top, 0.0, np.zeros(len(state_1[2]))
    with localcontext(prec=40, Emax=10**9, Emin=-(10**9)):
        unit = Decimal(top).exp()
        powers = [Decimal(float(m)).exp() / unit for m, _, _ in states]

        def total(numbers):
            pairs = zip(powers, numbers, strict=True)
            return float(sum(power * Decimal(float(number)) for power, number in pairs))

        _, sums, outputs = zip(*states, strict=True)
        columns = zip(*outputs, strict=True)
        return top, total(sums), np.array([total(column) for column in columns])


def state_of(scores, values):
    """The state of keys with these scores and values."""
    if not len(scores):
        return -np.inf, 0.0, np.zeros(values.shape[1])
    m = max(scores)
    powers = [np.exp(score - m) for score in scores]
    return float(m), float(sum(powers)), sum(p * v for p, v in zip(powers, values, strict=True))


def cases(rng):
    def block(n, d, shift=0.0):
        return state_of(shift + rng.normal(size=n), rng.normal(size=(n, d)))

    def by_maximum(*blocks):
        return sorted(blocks, key=lambda state: state[0])

    # Below 0, where the magnitude of a maximum is not the maximum.
    low, high = by_maximum(block(3, 4, shift=-4), block(5, 4, shift=-4))
    lowest, lower, higher, highest = by_maximum(*(block(n, 3) for n in (4, 2, 6, 3)))
    # The maximum rises, stays, and rises again.
    first, *rest = lower, higher, lowest, highest
    far_1, far_2 = (
        state_of(np.array(scores) + rng.normal(size=len(scores)), rng.normal(size=(len(scores), 2)))
        for scores in ([2000, 1700, 1900], [1500, 2300, 2200, 1800])
    )
    near_2, near_1 = by_maximum(block(3, 2, shift=2000), block(4, 2, shift=2001))
    # So far that the quotient of their powers is no float.
    low_1, high_1, high_2, low_2 = (
        block(n, 2, shift=shift) for n, shift in ((3, -2000), (4, 1500), (2, 3000), (4, -1000))
    )
    empty = state_of(np.zeros(0), np.zeros((0, 4)))
    return {
        "two blocks, the second with the larger scores": checks.case(low, high, weight=2),
        "two blocks, the first with the larger scores": checks.case(high, low, weight=2),
        "four blocks in a row": checks.case(
            first, rest[0], then=[(checks.previous(), block) for block in rest[1:]], weight=4
        ),
        "scores near 2000": checks.case(near_1, near_2, weight=1),
        "scores near 2000, far apart": checks.case(far_1, far_2, weight=1),
        "scores thousands apart, the second larger": checks.case(low_1, high_1, weight=2),
        "scores thousands apart, the first larger": checks.case(high_2, low_2, weight=2),
        "no keys in the first": checks.case(empty, low, weight=1),
        "no keys in the second": checks.case(low, empty, weight=1),
        "no keys in either": checks.case(empty, empty, weight=2, atol=0),
    }


checks.arrays(
    merge,
    oracle=by_definition,
    cases=cases,
    outputs={"m": 1, "l": 1, "o": 2},
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
    guesses={"larger-state-kept"},
)
