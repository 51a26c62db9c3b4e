from decimal import Decimal, localcontext

import numpy as np

from examiner.checks import drop, replace

WORDS = """
l-added: l_1 and l_2 are added as they are; the factors e^(m_1 − m) and e^(m_2 − m) bring them to
    the common maximum first
o-added: o_1 and o_2 are added as they are; the factors e^(m_1 − m) and e^(m_2 − m) bring them to
    the common maximum first
l-and-o-added: l_1 and l_2, and o_1 and o_2, are added as they are; the factors e^(m_1 − m) and
    e^(m_2 − m) bring them to the common maximum first
first-state-only: only the first state is brought to the new maximum; the second may be the smaller
    one
second-state-only: only the second state is brought to the new maximum; the first may be the smaller
    one
powers-of-two: these are powers of 2; the states have powers of e
factors-exchanged: the two factors have changed places
exponent-sign: the sign in the exponents is reversed: e^(m_i − m)
m-of-first: m stays that of the first state: it is the larger of the two
m-of-second: m becomes that of the second state: it is the larger of the two
smaller-m: m is the smaller of the two: it is the larger
magnitude-of-m: the magnitude of a maximum is taken; scores may be below 0
m-added: the maxima are added: m is the larger of the two
o-divided-by-l: o is divided by l; the state keeps the sum, and only the output is o/l
o-weighted-with-l: o is weighted with l once more: it holds the sum already
o-as-mean: o is taken as a mean, weighted with l_1 and l_2 as they are; it is a sum
maximum-not-taken-out: the sums hold e^(s_j), not e^(s_j − m): the common maximum is not taken out
    again
larger-state-kept: the state with the larger maximum is kept, and the other one is lost
multiplied: l_1 and l_2, and o_1 and o_2, are multiplied; they add up
means-taken: the means of both are taken, of l and of o; they are sums
larger-l-kept: of l_1 and l_2 the larger one is kept; they add up
factors-on-o-twice: the factors are applied to o twice
normalised-to-one: the state is brought to l = 1: m is to be the largest score, and l and o the sums
mean-of-outputs: the mean of the two outputs is taken
overflow: the exponentials overflow: subtract the common maximum inside the exponent
nan-of-no-keys: of no keys, −∞ − (−∞) is not a number: look at that case first
l-as-logarithm: l is given as its logarithm
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


OF_NO_KEYS = """
    if m == -np.inf:
        return m, 0.0, np.zeros(len(o_1))
"""
ONE_IS_EMPTY = """if -np.inf in (m_1, m_2):
        return state_2 if m_1 == -np.inf else state_1
"""
BOTH_ARE_EMPTY = """if m_1 == m_2 == -np.inf:
        return state_1
"""


def looked_at_first(empty):
    return replace(OF_NO_KEYS, f"\n    {empty}")


def either(wrong):
    """The mistake where no keys in any, or in all, of the states are looked at first, or not."""
    guards = looked_at_first(ONE_IS_EMPTY), looked_at_first(BOTH_ARE_EMPTY), drop(OF_NO_KEYS)
    return tuple(wrong + guard for guard in guards)


def factors(both):
    return replace("np.exp(m_1 - m), np.exp(m_2 - m)", both)


def largest(found):
    return replace("max(m_1, m_2)", found)


SUMS, OUTPUTS = "c_1 * l_1 + c_2 * l_2", "c_1 * o_1 + c_2 * o_2"
WEIGHTED = "c_1 * l_1 * o_1 + c_2 * l_2 * o_2"
MISTAKES = {
    "l-added": either(replace(SUMS, "l_1 + l_2")),
    "o-added": either(replace(OUTPUTS, "o_1 + o_2")),
    "l-and-o-added": either(factors("1.0, 1.0")),
    "first-state-only": either(factors("np.exp(m_1 - m), 1.0")),
    "second-state-only": either(factors("1.0, np.exp(m_2 - m)")),
    "powers-of-two": either(replace("np.exp", "np.exp2", everywhere=True)),
    "factors-exchanged": either(factors("np.exp(m_2 - m), np.exp(m_1 - m)")),
    "exponent-sign": either(factors("np.exp(m - m_1), np.exp(m - m_2)")),
    "m-of-first": either(largest("m_1")),
    "m-of-second": either(largest("m_2")),
    "smaller-m": either(largest("min(m_1, m_2)")),
    "magnitude-of-m": (
        *either(largest("abs(max(m_1, m_2))")),
        *either(largest("max(abs(m_1), abs(m_2))")),
        *either(replace(f"return m, {SUMS}", f"return abs(m), {SUMS}")),
    ),
    "m-added": either(largest("m_1 + m_2")),
    "o-divided-by-l": (
        *either(replace(OUTPUTS, f"({OUTPUTS}) / ({SUMS})")),
        *either(replace(OUTPUTS, f"({WEIGHTED}) / ({SUMS})")),
    ),
    "o-weighted-with-l": either(replace(OUTPUTS, WEIGHTED)),
    "o-as-mean": either(
        factors("1.0, 1.0") + replace(OUTPUTS, "(l_1 * o_1 + l_2 * o_2) / (l_1 + l_2)")
    ),
    "maximum-not-taken-out": either(factors("np.exp(m_1), np.exp(m_2)")),
    "larger-state-kept": either(factors("float(m_1 > m_2), float(m_1 <= m_2)")),
    "multiplied": either(replace("+ c_2", "* c_2", everywhere=True)),
    "means-taken": either(replace(f"{SUMS}, {OUTPUTS}", f"({SUMS}) / 2, ({OUTPUTS}) / 2")),
    "larger-l-kept": either(replace(SUMS, "max(l_1, l_2)")),
    "factors-on-o-twice": either(replace(OUTPUTS, "c_1**2 * o_1 + c_2**2 * o_2")),
    "normalised-to-one": either(
        replace(
            f"return m, {SUMS}, {OUTPUTS}",
            f"return m + np.log({SUMS}), 1.0, ({OUTPUTS}) / ({SUMS})",
        )
    ),
    "mean-of-outputs": either(replace(OUTPUTS, "(o_1 + o_2) / 2")),
    "overflow": either(factors("np.exp(m_1) / np.exp(m), np.exp(m_2) / np.exp(m)")),
    "nan-of-no-keys": drop(OF_NO_KEYS),
    "l-as-logarithm": replace(SUMS, f"np.log({SUMS})") + looked_at_first(ONE_IS_EMPTY),
}


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
    empty = state_of(np.zeros(0), np.zeros((0, 4)))
    return {
        "two blocks, the second with the larger scores": checks.case(low, high, weight=2),
        "two blocks, the first with the larger scores": checks.case(high, low, weight=2),
        "four blocks in a row": checks.case(
            first, rest[0], then=[(checks.previous(), block) for block in rest[1:]], weight=4
        ),
        "scores near 2000": checks.case(near_1, near_2, weight=1),
        "scores near 2000, far apart": checks.case(far_1, far_2, weight=1),
        "no keys in the first": checks.case(empty, low, weight=0.5),
        "no keys in the second": checks.case(low, empty, weight=0.5),
        "no keys in either": checks.case(empty, empty, weight=1, atol=0),
    }


checks.words(WORDS)
checks.arrays(
    merge,
    oracle=by_definition,
    cases=cases,
    outputs={"m": 1, "l": 1, "o": 2},
    seed=433,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=MISTAKES,
)
