"""The largest share of the FLOPs of a block, and the length at which it changes."""

import math
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from examiner.checks import (
    Accepted,
    Arrays,
    Case,
    Choices,
    Functions,
    Polynomial,
    Reference,
    assign,
    carried_forward,
    case,
    convention,
    misconception,
    missed_idea,
    returns,
)

from ..architecture import multi_head_flops

# fmt: off
MISCONCEPTIONS = [
    missed_idea("quadratic-from-the-start", returns("d_model"),
      "attention is quadratic from the first token on; the question is at which length it costs "
      "as much as the rest"),
    misconception("feed-forward-missing", assign("block", "0"),
      "the feed-forward block is missing"),
    misconception("f-is-four", assign("block", "16 * d_model**2"),
      "this is right for f = 4 only; here f is an argument"),
    misconception("feed-forward-one-product", assign("block", "block / 2"),
      "the feed-forward block has two products, not one"),
    misconception("feed-forward-three-products", assign("block", "1.5 * block"),
      "the feed-forward block has two products, not three"),
    misconception("feed-forward-without-two", assign("block", "block / 4"),
      "each of the two products of the feed-forward block costs 2 L D · fD"),
    misconception("feed-forward-twice", assign("block", "2 * block"),
      "the feed-forward block is counted twice"),
    misconception("projections-missing",
      [assign("others", "0"), assign("others", "0") & assign("block", "block / 2")],
      "the projections are missing"),
    misconception("projections-twice", assign("others", "2 * others"),
      "the projections are counted twice: four products of 2 L D² each"),
    misconception("divided-by-two-plus-f", returns("d_model / (2 + ffn_mult)"),
      "2 + f is multiplied by D, not D divided by it: wider tokens need a longer text"),
    convention("one-too-many", returns("_ + 1"),
      "this is one too many: either you leave out the scores of tokens with themselves, but all "
      "L² count; or you round up, but the question asks for the exact crossover"),
    misconception("root-of-two-plus-f", returns("d_model * (2 + ffn_mult) ** 0.5"),
      "you take the root of 2 + f, but in L² D = (2 + f) L D² one L cancels"),
    misconception("three-projections", assign("others", "6 * d_model**2"),
      "there are four projections, not three"),
    misconception("one-projection", assign("others", "2 * d_model**2"),
      "there are four projections, not one"),
    misconception("two-projections", assign("others", "4 * d_model**2"),
      "there are four projections, not two"),
    misconception("scores-or-sums-only", returns("2 * _"),
      "scores and weighted sums are two products of 2 L² D each: one is missing, or both are "
      "counted as multiply–accumulates (P6)"),
    misconception("half-the-length", [returns("_ / 2"), returns("_ // 2")],
      "this is half the right length, as if multiply–accumulates are counted on one side and "
      "FLOPs on the other (P6)"),
    misconception("hidden-layer-squared",
      [assign("block", f"4 * ({hidden}) * d_model**2")
       for hidden in ("ffn_mult**2", "ffn_mult**2 / 2", "(ffn_mult + ffn_mult**2) / 2")],
      "the hidden layer is fD wide; a product with its matrix takes f D² for a token, not (fD)²"),
    misconception("hidden-width-f", returns("others / pairs + ffn_mult"),
      "the width of the hidden layer is f D, not f"),
    misconception("compared-with-each", returns("max(others, block) / pairs"),
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


def crossover_seq_len(d_model: int, ffn_mult: int) -> float:
    """Take the FLOPs of attention apart: others · L + pairs · L²."""
    once, twice = (multi_head_flops(n, n, d_model, 1) for n in (1, 2))
    pairs = (twice - 2 * once) / 2
    others = once - pairs
    block = 4 * ffn_mult * d_model**2
    return (others + block) / pairs


def own_count() -> dict[str, Polynomial]:
    """Return the student's own count, if it is others · L + pairs · L² for any number of heads."""
    earlier = carried_forward("multi_head_flops")
    count = earlier.counted if earlier else None
    if not isinstance(count, Polynomial):
        return {}
    of_one, of_three = ([count(n, n, 12 // h, h) for n in (1, 2, 3)] for h in (1, 3))
    once, twice, thrice = of_one
    has_form = twice > 2 * once and thrice == 3 * (twice - once)
    return {"multi_head_flops": count} if has_form and of_one == of_three else {}


def as_whole_number(cases: Mapping[str, Case], answer: object) -> Accepted:
    """Return the first whole length after the crossover by the student's own count."""
    code = REFERENCE.code_with_carried()

    def next_whole(own: Callable[..., float], *sizes: int) -> float:
        length = own(*sizes)
        return math.ceil(length) if math.isfinite(length) else math.nan

    return {
        f"right as a whole number, given {words}": partial(next_whole, own.definition())
        for words, own in code.by_carried_answers().items()
    }


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw widths of a token, with feed-forward blocks and without."""
    widths = rng.choice(np.arange(8, 22), size=5, replace=False).tolist()
    mults = [0, 0, 4, *rng.choice([1, 3, 5, 6, 7], size=2, replace=False).tolist()]
    return {
        f"D = {d}, f = {f}" if f else f"D = {d} without a feed-forward block": case(d, f)
        for d, f in zip(widths, mults, strict=True)
    }


REFERENCE = Reference(crossover_seq_len, carried=own_count)
LENGTH = Arrays(
    oracle=by_definition,
    accept=as_whole_number,
    cases=cases,
    reference=REFERENCE,
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
