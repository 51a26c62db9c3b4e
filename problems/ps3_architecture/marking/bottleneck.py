"""The largest share of the FLOPs of a block, and the length at which it changes."""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Choices,
    Functions,
    Polynomial,
    carried_forward,
    case,
    convention,
    misconception,
    missed_idea,
    returns,
)

from ..architecture import crossover_seq_len

# fmt: off
MISCONCEPTIONS = [
    missed_idea("quadratic-from-the-start", returns("d_model"),
      "attention is quadratic from the first token on; the question is at which length it costs "
      "as much as the rest"),
    misconception("feed-forward-missing", returns("2 * d_model"),
      "the feed-forward block is missing"),
    misconception("f-is-four", returns("6 * d_model"),
      "this is right for f = 4 only; here f is an argument"),
    misconception("feed-forward-one-product", returns("(2 + ffn_mult / 2) * d_model"),
      "the feed-forward block has two products, not one"),
    misconception("feed-forward-three-products", returns("(2 + 1.5 * ffn_mult) * d_model"),
      "the feed-forward block has two products, not three"),
    misconception("feed-forward-without-two", returns("(2 + ffn_mult / 4) * d_model"),
      "each of the two products of the feed-forward block costs 2 L D · fD"),
    misconception("feed-forward-twice", returns("(2 + 2 * ffn_mult) * d_model"),
      "the feed-forward block is counted twice"),
    misconception("projections-missing",
      [returns("ffn_mult * d_model"), returns("ffn_mult * d_model / 2")],
      "the projections are missing"),
    misconception("projections-twice", returns("(4 + ffn_mult) * d_model"),
      "the projections are counted twice: four products of 2 L D² each"),
    misconception("divided-by-two-plus-f", returns("d_model / (2 + ffn_mult)"),
      "2 + f is multiplied by D, not D divided by it: wider tokens need a longer text"),
    convention("one-too-many", returns("_ + 1"),
      "this is one too many: either you leave out the scores of tokens with themselves, but all "
      "L² count; or you round up, but the question asks for the exact crossover"),
    misconception("root-of-two-plus-f", returns("d_model * (2 + ffn_mult) ** 0.5"),
      "you take the root of 2 + f, but in L² D = (2 + f) L D² one L cancels"),
    misconception("three-projections", returns("(1.5 + ffn_mult) * d_model"),
      "there are four projections, not three"),
    misconception("one-projection", returns("(0.5 + ffn_mult) * d_model"),
      "there are four projections, not one"),
    misconception("two-projections", returns("(1 + ffn_mult) * d_model"),
      "there are four projections, not two"),
    misconception("scores-or-sums-only", returns("2 * _"),
      "scores and weighted sums are two products of 2 L² D each: one is missing, or both are "
      "counted as multiply–accumulates (P6)"),
    misconception("half-the-length", [returns("_ / 2"), returns("_ // 2")],
      "this is half the right length, as if multiply–accumulates are counted on one side and "
      "FLOPs on the other (P6)"),
    misconception("hidden-layer-squared",
      [returns(f"(2 + {hidden}) * d_model")
       for hidden in ("ffn_mult**2", "ffn_mult**2 / 2", "(ffn_mult + ffn_mult**2) / 2")],
      "the hidden layer is fD wide; a product with its matrix takes f D² for a token, not (fD)²"),
    misconception("hidden-width-f", returns("2 * d_model + ffn_mult"),
      "the width of the hidden layer is f D, not f"),
    misconception("compared-with-each", returns("max(2, ffn_mult) * d_model"),
      "you compare scores and weighted sums with the feed-forward block and with the "
      "projections separately; compare them with both together"),
]
# fmt: on


def by_definition(d_model: int, ffn_mult: int) -> int:
    """Find the first length at which the quadratic cost has caught up with the linear one."""

    def product(m: int, n: int, p: int) -> int:
        return 2 * m * n * p

    length, hidden = 1, ffn_mult * d_model
    while 2 * product(length, d_model, length) < (
        4 * product(length, d_model, d_model)
        + product(length, d_model, hidden)
        + product(length, hidden, d_model)
    ):
        length += 1
    return length


def of_count(
    count: Polynomial, d_model: int, n_heads: int = 1
) -> tuple[int | Fraction, int | Fraction] | None:
    """Write a count of question 2.1, for a text of L tokens, as a L + b L².

    Args:
        count: The student's count.
        d_model: The width of a token.
        n_heads: The number of heads.

    Returns:
        (a, b); None if the count has another form.
    """
    counts = (count(n, n, d_model // n_heads, n_heads) for n in (1, 2, 3))
    once, twice, thrice = map(Fraction, counts)
    b = (twice - 2 * once) / 2
    a = once - b
    return (a, b) if b > 0 and 3 * a + 9 * b == thrice else None


def by_own_count(
    cases: Mapping[str, Case], answer: object
) -> Mapping[str, Callable[[int, int], float]]:
    """Return the crossover according to the student's own count, if it is the same for any heads.

    Returns:
        The message that allows it -> the crossover, and the first whole length after it.
    """
    earlier = carried_forward("multi_head_flops")
    count = earlier.counted if earlier else None
    if not isinstance(count, Polynomial):
        return {}
    ways = of_count(count, 12)
    if ways is None or ways != of_count(count, 12, n_heads=3):
        return {}

    def crossover(d_model: int, ffn_mult: int) -> float:
        found = of_count(count, d_model)
        return float((found[0] + 4 * ffn_mult * d_model**2) / found[1]) if found else math.nan

    def next_whole(d_model: int, ffn_mult: int) -> float:
        length = crossover(d_model, ffn_mult)
        return math.ceil(length) if math.isfinite(length) else math.nan

    given = "given your answer to multi_head_flops"
    return {f"right, {given}": crossover, f"right as a whole number, {given}": next_whole}


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw widths of a token, with feed-forward blocks and without."""
    widths = rng.choice(np.arange(8, 22), size=5, replace=False).tolist()
    mults = [0, 0, 4, *rng.choice([1, 3, 5, 6, 7], size=2, replace=False).tolist()]
    return {
        f"D = {d}, f = {f}" if f else f"D = {d} without a feed-forward block": case(d, f)
        for d, f in zip(widths, mults, strict=True)
    }


LENGTH = Arrays(
    oracle=by_definition,
    accept=by_own_count,
    cases=cases,
    reference=crossover_seq_len,
    misconceptions=MISCONCEPTIONS,
    share=2 / 3,
)
OPTIONS = Choices(
    {"short": "projections", "long": "scores and sums"},
    options=["projections", "scores and sums", "softmax", "moving heads"],
    why={
        "short": {
            "scores and sums": (
                "They grow with L² D and the projections with L D²: which is larger for a small L?"
            ),
            "softmax": (
                "It has a few operations for each of the H L² scores, but each score alone takes 2e"
            ),
            "moving heads": "Copies are free (P5), and there are only L D numbers to move",
        },
        "long": {
            "projections": (
                "They grow with L D², and scores and weighted sums with L² D: which is larger "
                "for a large L?"
            ),
            "softmax": (
                "It has a few operations for each of the H L² scores, but each score takes 2e "
                "to compute and 2e to use. (On real machines, its memory traffic can take most "
                "of the time.)"
            ),
            "moving heads": "Copies are free (P5), and there are only L D numbers to move",
        },
    },
    share=1 / 3,
)

question = Functions(bottleneck=OPTIONS, crossover_seq_len=LENGTH)
