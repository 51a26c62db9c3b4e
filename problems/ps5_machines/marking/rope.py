"""Positions as angles: rotated rows, the longest wavelength, and facts."""

import cmath
import math
from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    AskedAnswer,
    Case,
    Choices,
    Functions,
    Message,
    Properties,
    Property,
    assign,
    case,
    convention,
    misconception,
    missed_idea,
    remove,
    replace,
    returns,
    unequal,
)

from ..machines import longest_wavelength, rope

EXPONENT = "pair i has the exponent −2i/e, not −i/e"
COUNTED_FROM_ONE = (
    "pairs are counted from 0: the first pair is rotated by its position, for any base"
)
BASE_FIXED = "base is an argument; you use 10,000"

# fmt: off
OF_TURNS = [
    convention("halves-not-neighbours",
      replace("x[:, 0::2], x[:, 1::2]", "x[:, : e // 2], x[:, e // 2 :]")
       & replace("out[:, 0::2], out[:, 1::2]", "out[:, : e // 2], out[:, e // 2 :]"),
      "you pair the numbers i and i + e/2; here pair the neighbours 2i and 2i + 1"),
    convention("turned-back", assign("first, second", "a * cos + b * sin, b * cos - a * sin"),
      "you rotate the pairs in the other direction: scores still depend on differences of "
      "positions, but the values are wrong"),
    misconception("exponent-i-over-d", assign("frequency", "base ** (-np.arange(e // 2) / e)"),
      EXPONENT),
    misconception("exponents-to-minus-one",
      assign("frequency", "base ** (-np.arange(e // 2) / max(1, e // 2 - 1))"),
      "pair i has the exponent −2i/e: the last one −(e − 2)/e, not −1"),
    misconception("angle-for-each-number",
      assign("angle", "np.repeat(angle, 2, axis=1) * base ** -(np.arange(e) % 2 / e)")
       & replace("a * cos - b * sin, a * sin + b * cos",
                 "a * cos[:, 0::2] - b * sin[:, 0::2], a * sin[:, 1::2] + b * cos[:, 1::2]"),
      "both numbers of a pair are rotated by the same angle, with the exponent −2i/e; you give "
      "number j of a row its own angle, with −j/e"),
    misconception("exponent-sign", assign("frequency", "1 / frequency"),
      "the exponent is −2i/e: later pairs rotate more slowly"),
    misconception("counted-from-one",
      assign("frequency", "base ** (-(np.arange(0, e, 2) + 2) / e)"),
      COUNTED_FROM_ONE),
    misconception("row-for-position", assign("positions", "np.arange(len(x))"),
      "you use the number of the row as its position; take the position from `positions`"),
    misconception("position-from-first",
      [assign("positions", "positions - positions[0]"),
       assign("positions", "positions - positions.min()")],
      "positions are places in the text; don't count them from the first row or the smallest "
      "position"),
    misconception("position-off-by-one",
      [assign("positions", "positions + 1"), assign("positions", "positions + -1")],
      "use a row's position as it is, neither one more nor one less"),
    misconception("one-angle-for-all",
      [assign("frequency", "1 * np.ones(e // 2)"),
       assign("frequency", "base ** (-2 / e) * np.ones(e // 2)")],
      "each pair has its own angle"),
    misconception("base-fixed", assign("base", "10000.0"), BASE_FIXED),
    misconception("turns",
      [assign("angle", "angle / (2 * np.pi)"), assign("angle", "2 * np.pi * angle")],
      "the angle is θ itself, in radians: don't divide or multiply it by 2π"),
    misconception("degrees", assign("angle", "np.pi / 180 * angle"),
      "the angles are in radians"),
    missed_idea("added-not-turned",
      [assign("first, second", "a + sin, b + cos"), assign("first, second", "a + cos, b + sin")],
      "you add sines and cosines, as in older models; here pairs are rotated"),
    misconception("sines-multiply", assign("first, second", "a * cos, b * sin"),
      "you multiply by sines and cosines, but leave out the other number of the pair"),
    misconception("one-sign-wrong",
      [assign("first", "a * cos + b * sin"), assign("second", "a * sin - b * cos")],
      "one sign is wrong: subtract b sin in the first number, and add b cos in the second"),
    misconception("reflected",
      [assign("first, second", "a * cos + b * sin, a * sin - b * cos"),
       assign("first, second", "a * cos - b * sin, -(a * sin + b * cos)"),
       assign("first, second", "a * sin + b * cos, a * cos - b * sin")],
      "this is a reflection, not a rotation: subtract b sin in the first number of a pair, and "
      "add a sin and b cos in the second"),
    misconception("first-turned-already", assign("second", "first * sin + b * cos"),
      "compute the second number of a pair from the old first one, before its rotation"),
    misconception("second-turned-already", assign("first", "a * cos - second * sin"),
      "compute the first number of a pair from the old second one, before its rotation"),
]
OF_WAVELENGTHS = [
    missed_idea("fastest-pair", returns("2 * math.pi"),
      "this is the fastest pair, i = 0"),
    misconception("exponent-one", returns("2 * math.pi * base"),
      "the slowest pair has i = e/2 − 1, so the exponent is (e − 2)/e"),
    misconception("two-pi-missing", remove("2 * math.pi *"),
      "a whole turn is 2π"),
    misconception("half-a-turn", returns("_ / 2"),
      "a whole turn is 2π, not π"),
    misconception("in-degrees", replace("2 * math.pi", "360"),
      "angles are in radians: a whole turn is 2π"),
    misconception("exponent-i-over-d", replace("(d_head - 2) /", "(d_head / 2 - 1) /"), EXPONENT),
    misconception("counted-from-one", replace("(d_head - 2) /", "(d_head - 1) /"),
      COUNTED_FROM_ONE),
    misconception("base-fixed", assign("base", "10000.0"), BASE_FIXED),
]
# fmt: on


def by_complex_numbers(x: np.ndarray, positions: np.ndarray, base: float) -> np.ndarray:
    """Multiply each pair, as a + ib, by e^(iθ)."""
    turned = np.empty(x.shape)
    for t, position in enumerate(positions):
        for i in range(x.shape[1] // 2):
            frequency = 1 / base ** (2 * i / x.shape[1])
            number = complex(x[t, 2 * i], x[t, 2 * i + 1]) * cmath.exp(1j * position * frequency)
            turned[t, 2 * i], turned[t, 2 * i + 1] = number.real, number.imag
    return turned


def slowest(d_head: int, base: float) -> float:
    """Find the longest wavelength of all pairs."""
    return max(2 * math.pi / base ** (-2 * i / d_head) for i in range(d_head // 2))


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw rows near the beginning of a text, and far from it."""

    def given(n: int, d: int, base: float, far: int) -> tuple[np.ndarray, np.ndarray, float]:
        """Draw rows with positions in random order. No position equals the number of its row."""
        places = far + rng.permutation(3 * n)[:n]
        return rng.normal(size=(n, d)), np.where(places == np.arange(n), 3 * n + far, places), base

    return {
        "3 rows of width 8": case(*given(3, 8, rng.uniform(20, 60), 5)),
        "5 rows of width 6": case(*given(5, 6, 500.0, 0)),
        "a row of width 2": case(*given(1, 2, 30.0, 3), weight=0.5),
        # Far beyond any table of angles, to test all digits.
        "4 rows of width 10, far on": case(*given(4, 10, 500_000.0, 3_000_000)),
    }


def heads(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw widths of heads, and bases."""
    return {
        "a head of 6": case(6, rng.uniform(900, 2000)),
        "a head of 10": case(10, rng.uniform(20, 90)),
        "a head of 128": case(128, 500_000.0),
    }


PAIRS = [(4, 6), (3, 8), (5, 2)]


def drawn(
    rng: np.random.Generator, n: int, d: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Draw a query and a key for each of n positions below 60, and a base."""
    return *rng.normal(size=(2, n, d)), rng.permutation(60)[:n], rng.uniform(5, 90)


def scores(
    turn: AskedAnswer, q: np.ndarray, k: np.ndarray, places: np.ndarray, base: float, shift: int = 0
) -> np.ndarray:
    """Compute the scores of rotated queries and keys, with all positions shifted alike."""
    return turn(q, places + shift, base) @ turn(k, places + shift, base).T


def scores_depend_on_differences(
    turn: AskedAnswer, rng: np.random.Generator, n: int, d: int
) -> Message | None:
    """Return a message if a shift of all positions changes the scores."""
    q, k, places, base = drawn(rng, n, d)
    before = scores(turn, q, k, places, base)
    words = "scores change when all positions grow by 977"
    return unequal(scores(turn, q, k, places, base, 977), before, words)


def scores_depend_on_them_at_all(
    turn: AskedAnswer, rng: np.random.Generator, n: int, d: int
) -> str:
    """Return a message if a shift of the queries alone changes nothing."""
    q, k, places, base = drawn(rng, n, d)
    moved = turn(q, places + 1, base) @ turn(k, places, base).T
    same = np.isclose(moved, scores(turn, q, k, places, base)).all()
    return "scores don't change when only the positions of the queries change" if same else ""


def length_is_kept(turn: AskedAnswer, rng: np.random.Generator, n: int, d: int) -> str | Message:
    """Return a message if rows change their length, or don't change at all."""
    x, _, places, base = drawn(rng, n, d)
    turned = turn(x, places, base)
    words = "the rotation changes the length of a row"
    if reason := unequal((turned**2).sum(axis=1), (x**2).sum(axis=1), words):
        return reason
    return "rows are returned unchanged" if np.isclose(turned, x).all() else ""


VALUES = Arrays(
    oracle=by_complex_numbers, cases=cases, reference=rope, misconceptions=OF_TURNS, share=3 / 8
)

KEPT = Properties(
    {
        "scores after all positions grow alike": Property(
            scores_depend_on_differences,
            sizes=PAIRS,
            needs=["scores after the queries' positions grow"],
        ),
        "scores after the queries' positions grow": Property(
            scores_depend_on_them_at_all, sizes=PAIRS, weight=0.5
        ),
        "lengths of rows": Property(length_is_kept, sizes=PAIRS, weight=0.5),
    },
    shape=lambda x, positions, base: x.shape,
    given=VALUES,
    share=2 / 8,
)

WAVELENGTH = Arrays(
    oracle=slowest,
    cases=heads,
    reference=longest_wavelength,
    misconceptions=OF_WAVELENGTHS,
    share=1 / 8,
)

FACTS = Choices(
    {"shift": "true", "cached": "true", "faster": "false", "keys_only": "false", "values": "false"},
    options=["true", "false"],
    why={
        "shift": "A score depends only on the difference of two positions, which doesn't change",
        "cached": "A key's angle depends on its own position, which never changes",
        "faster": "Pair 0 rotates by 1 for each position, for any base",
        "keys_only": "Then a score depends on the key's own position",
        "values": "Outputs would be sums of vectors that are rotated by different angles",
    },
    share=2 / 8,
)

question = Functions(rope=VALUES + KEPT, longest_wavelength=WAVELENGTH, rope_facts=FACTS)
