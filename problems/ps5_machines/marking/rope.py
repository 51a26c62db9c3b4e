import cmath
import math

import numpy as np

OF_TURNS = """
halves-not-neighbours: numbers i and i + d/2 are paired; here neighbours are, 2i and 2i + 1
    :: x[:, 0::2], x[:, 1::2] -> x[:, : d // 2], x[:, d // 2 :]
    && out[:, 0::2], out[:, 1::2] -> out[:, : d // 2], out[:, d // 2 :]
turned-back: the pairs are turned the other way round: scores still depend on differences of
    positions, the values are others
    :: first, second = a * cos + b * sin, b * cos - a * sin
exponent-i-over-d: pair i has the exponent −2i/d, not −i/d
    :: frequency = base ** (-np.arange(d // 2) / d)
exponents-to-minus-one: pair i has the exponent −2i/d: the last one −(d − 2)/d, not −1
    :: frequency = base ** (-np.arange(d // 2) / max(1, d // 2 - 1))
angle-for-each-number: both numbers of a pair turn by one angle, with the exponent −2i/d; here
    number j of a row has an angle of its own, with −j/d
    :: angle = np.repeat(angle, 2, axis=1) * base ** -(np.arange(d) % 2 / d)
    && a * cos - b * sin, a * sin + b * cos
    -> a * cos[:, 0::2] - b * sin[:, 0::2], a * sin[:, 1::2] + b * cos[:, 1::2]
exponent-sign: the exponent is −2i/d: later pairs turn more slowly :: frequency = 1 / frequency
counted-from-one: pairs are counted from 0: the first turns by its position, whatever the base
    :: frequency = base ** (-(np.arange(0, d, 2) + 2) / d)
row-for-position: the number of the row stands for its position; `positions` says where it is
    :: positions = np.arange(len(x))
position-from-first: positions are places in the text, not counted from the first row or the
    smallest position :: positions = positions - [positions[0] ~ positions.min()]
position-off-by-one: a row's position is used as it is, neither one more nor one less
    :: positions = positions + [1 ~ -1]
one-angle-for-all: each pair has an angle of its own
    :: frequency = [1 ~ base ** (-2 / d)] * np.ones(d // 2)
base-fixed: base is an argument; here it is 10,000 :: base = 10000.0
turns: the angle is θ itself, in radians: nothing is divided by 2π, or multiplied with it
    :: angle = [angle / (2 * np.pi) ~ 2 * np.pi * angle]
degrees: the angles are in radians :: angle = np.pi / 180 * angle
added-not-turned: sines and cosines are added, as in older models; here pairs are turned
    :: first, second = a + sin, b + cos :: first, second = a + cos, b + sin
sines-multiply: sines and cosines multiply, but the other number of the pair has no part in it
    :: first, second = a * cos, b * sin
one-sign-wrong: one sign is wrong: b sin is subtracted in the first number, b cos added in the
    second :: first = a * cos + b * sin :: second = a * sin - b * cos
reflected: this is a reflection, no turn: b sin is subtracted in the first number of a pair, a sin
    and b cos are added in the second :: first, second = a * cos + b * sin, a * sin - b * cos
    :: first, second = a * cos - b * sin, -(a * sin + b * cos)
    :: first, second = a * sin + b * cos, a * cos - b * sin
first-turned-already: the second number of a pair is computed from the first one as it was before it
    was turned :: second = first * sin + b * cos
second-turned-already: the first number of a pair is computed from the second one as it was before
    it was turned :: first = a * cos - second * sin
"""
OF_WAVELENGTHS = """
fastest-pair: this is the fastest pair, i = 0 :: return 2 * math.pi
exponent-one: the slowest pair has i = d/2 − 1, so the exponent is (d − 2)/d
    :: return 2 * math.pi * base
two-pi-missing: a whole turn is 2π :: 2 * math.pi * ->
half-a-turn: a whole turn is 2π, not π :: return _ / 2
in-degrees: a whole turn is 2π here; angles are in radians :: 2 * math.pi -> 360
exponent-i-over-d :: (d_head - 2) / -> (d_head / 2 - 1) /
counted-from-one :: (d_head - 2) / -> (d_head - 1) /
base-fixed :: base = 10000.0
"""


def by_complex_numbers(x, positions, base):
    """A pair a + ib times e^(iθ)."""
    turned = np.empty(x.shape)
    for t, position in enumerate(positions):
        for i in range(x.shape[1] // 2):
            frequency = 1 / base ** (2 * i / x.shape[1])
            number = complex(x[t, 2 * i], x[t, 2 * i + 1]) * cmath.exp(1j * position * frequency)
            turned[t, 2 * i], turned[t, 2 * i + 1] = number.real, number.imag
    return turned


def slowest(d_head, base):
    """The longest wavelength of all pairs."""
    return max(2 * math.pi / base ** (-2 * i / d_head) for i in range(d_head // 2))


def cases(rng):
    def given(n, d, base, far):
        """Places in no order, none of them that of its row."""
        places = far + rng.permutation(3 * n)[:n]
        return rng.normal(size=(n, d)), np.where(places == np.arange(n), 3 * n + far, places), base

    return {
        "3 rows of width 8": checks.case(*given(3, 8, rng.uniform(20, 60), 5)),
        "5 rows of width 6": checks.case(*given(5, 6, 500.0, 0)),
        "a row of width 2": checks.case(*given(1, 2, 30.0, 3), weight=0.5),
        # Beyond any table of angles, and with all digits.
        "4 rows of width 10, far on": checks.case(*given(4, 10, 500_000.0, 3_000_000)),
    }


PAIRS = [(4, 6), (3, 8), (5, 2)]


def drawn(rng, n, d):
    """Queries and keys, one for each of n places below 60, and a base."""
    return *rng.normal(size=(2, n, d)), rng.permutation(60)[:n], rng.uniform(5, 90)


def scores(turn, q, k, places, base, shift=0):
    return turn(q, places + shift, base) @ turn(k, places + shift, base).T


def scores_depend_on_differences(turn, rng, n, d):
    q, k, places, base = drawn(rng, n, d)
    before = scores(turn, q, k, places, base)
    words = "scores change when all positions grow by 977"
    return checks.unequal(scores(turn, q, k, places, base, 977), before, words)


def scores_depend_on_them_at_all(turn, rng, n, d):
    q, k, places, base = drawn(rng, n, d)
    moved = turn(q, places + 1, base) @ turn(k, places, base).T
    same = np.isclose(moved, scores(turn, q, k, places, base)).all()
    return "scores stay as they are when the queries alone move" if same else ""


def length_is_kept(turn, rng, n, d):
    x, _, places, base = drawn(rng, n, d)
    turned = turn(x, places, base)
    words = "a row has another length when it is turned"
    if reason := checks.unequal((turned**2).sum(axis=1), (x**2).sum(axis=1), words):
        return reason
    return "rows come back as they were" if np.isclose(turned, x).all() else ""


def chosen():
    try:
        return rope_facts
    except NameError:  # the functions may be answered alone
        return None


values = checks.arrays(
    rope,
    oracle=by_complex_numbers,
    cases=cases,
    reference=checks.Reference(SOLUTION, {"math": math}, function="rope"),
    mistakes=OF_TURNS,
    share=3 / 8,
)
kept = checks.properties(
    rope,
    properties={
        "scores depend on differences of positions": checks.Property(
            scores_depend_on_differences, sizes=PAIRS, needs=["scores depend on positions"]
        ),
        "scores depend on positions": checks.Property(
            scores_depend_on_them_at_all, sizes=PAIRS, weight=0.5
        ),
        "a row keeps its length": checks.Property(length_is_kept, sizes=PAIRS, weight=0.5),
    },
    shape=lambda x, positions, base: x.shape,
    given=values,
    share=2 / 8,
)
longest = checks.arrays(
    longest_wavelength,
    oracle=slowest,
    cases=lambda rng: {
        "a head of 6": checks.case(6, rng.uniform(900, 2000)),
        "a head of 10": checks.case(10, rng.uniform(20, 90)),
        "a head of 128": checks.case(128, 500_000.0),
    },
    reference=checks.Reference(SOLUTION, {"math": math}, function="longest_wavelength"),
    mistakes=OF_WAVELENGTHS,
    guesses={"fastest-pair"},
    share=1 / 8,
)
facts = checks.choices(
    chosen(),
    expected={
        "shift": "true",
        "cached": "true",
        "faster": "false",
        "keys_only": "false",
        "values": "false",
    },
    options=["true", "false"],
    why={
        "shift": "A score depends on the difference of two positions only, which stays",
        "cached": "A key's angle depends on its own position, which never changes",
        "faster": "Pair 0 turns by 1 for each position, whatever the base",
        "keys_only": "Then a score depends on the key's own position",
        "values": "Outputs would be sums of vectors that are turned by different angles",
    },
    share=2 / 8,
)
values.of("rope") + kept.of("rope") + longest.of("longest_wavelength") + facts.of("rope_facts")
