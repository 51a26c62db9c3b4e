import math

import numpy as np

ERRORS = """
quadratic-from-the-start: attention is quadratic from the first token on: what matters is when it
    costs as much as the rest :: return d_model
feed-forward-missing: the feed-forward block is forgotten :: return 2 * d_model
f-is-four: this is for f = 4; here f is an argument :: return 6 * d_model
feed-forward-one-product: the feed-forward block has two products, not one
    :: return (2 + ffn_mult / 2) * d_model
feed-forward-three-products: the feed-forward block has two products, not three
    :: return (2 + 1.5 * ffn_mult) * d_model
feed-forward-without-two: each of the two products of the feed-forward block costs 2 N D · fD
    :: return (2 + ffn_mult / 4) * d_model
feed-forward-twice: the feed-forward block is counted twice :: return (2 + 2 * ffn_mult) * d_model
projections-missing: the projections are forgotten :: return ffn_mult * d_model[ ~  / 2]
projections-twice: the projections are counted twice: four products of 2 N D² each
    :: return (4 + ffn_mult) * d_model
divided-by-two-plus-f: D multiplies 2 + f, it isn't divided by it: the wider the tokens, the longer
    the text :: return d_model / (2 + ffn_mult)
one-too-many: one too many: scores of a token with itself count as well, N² in all; or this is the
    first length beyond the border, which is asked for without rounding :: return _ + 1
root-of-two-plus-f: a root is taken of 2 + f: in N² D = (2 + f) N D² an N cancels
    :: return d_model * (2 + ffn_mult) ** 0.5
three-projections: there are four projections, not three :: return (1.5 + ffn_mult) * d_model
one-projection: there are four projections, not one :: return (0.5 + ffn_mult) * d_model
two-projections: there are four projections, not two :: return (1 + ffn_mult) * d_model
scores-or-sums-only: scores and weighted sums are two products of 2 N² D each: one is missing, or
    both are multiply–accumulates (P6) :: return 2 * _
half-the-length: half the right length, as with multiply–accumulates on one side and FLOPs on the
    other (P6) :: return _ [/ ~ //] 2
hidden-layer-squared: the hidden layer is fD wide; the product with it takes f D² for a token, not
    (fD)² :: return (2 + [ffn_mult**2 ~ ffn_mult**2 / 2 ~ (ffn_mult + ffn_mult**2) / 2]) * d_model
hidden-width-f: the width of the hidden layer is f D, not f :: return 2 * d_model + ffn_mult
compared-with-each: scores and weighted sums are compared with the feed-forward block and the
    projections each, not with both together :: return max(2, ffn_mult) * d_model
"""


KINDS = ["projections", "scores and sums", "softmax", "moving heads"]


def by_definition(d_model, ffn_mult):
    """The first length at which what grows with its square has caught up."""

    def product(m, n, p):
        return 2 * m * n * p

    length, hidden = 1, ffn_mult * d_model
    while 2 * product(length, d_model, length) < (
        4 * product(length, d_model, d_model)
        + product(length, d_model, hidden)
        + product(length, hidden, d_model)
    ):
        length += 1
    return length


def of_your_count(d_model, n_heads=1):
    """What a N + b N² your count in 2.1 is for a text of N tokens: (a, b), or None for another."""
    count = checks.followed("multi_head_flops").counted
    once, twice, thrice = (count(n, n, d_model // n_heads, n_heads) for n in (1, 2, 3))
    b = (twice - 2 * once) / 2
    a = once - b
    return (a, b) if b > 0 and 3 * a + 9 * b == thrice else None


def by_your_count(d_model, ffn_mult):
    a, b = of_your_count(d_model)
    return float((a + 4 * ffn_mult * d_model**2) / b)


def next_whole(d_model, ffn_mult):
    return math.ceil(by_your_count(d_model, ffn_mult))


def your_count():
    """What allows it -> the crossover by the student's own count, where there is one whatever the
    number of heads; also as the first length at which attention has caught up.
    """
    followed = checks.followed("multi_head_flops")
    if followed is None or followed.counted is None or of_your_count(12) is None:
        return {}
    if of_your_count(12) != of_your_count(12, n_heads=3):
        return {}
    given = "given your answer to multi_head_flops"
    return {f"right, {given}": by_your_count, f"right as a whole number, {given}": next_whole}


def chosen():
    try:
        return bottleneck
    except NameError:  # the length may be answered alone
        return None


def cases(rng):
    widths = rng.choice(np.arange(8, 22), size=6, replace=False).tolist()
    mults = [0, 0, 4, *rng.choice([1, 3, 5, 6, 7], size=3, replace=False).tolist()]
    return {
        f"D = {d}, f = {f}" if f else f"D = {d} without a feed-forward block": checks.case(d, f)
        for d, f in zip(widths, mults, strict=True)
    }


length = checks.arrays(
    crossover_seq_len,
    oracle=by_definition,
    accept=your_count(),
    cases=cases,
    reference=checks.Reference(SOLUTION, {}),
    mistakes=ERRORS,
    guesses={"quadratic-from-the-start"},
    share=2 / 3,
)
options = checks.choices(
    chosen(),
    expected={"short": "projections", "long": "scores and sums"},
    options=KINDS,
    why={
        "short": {
            "scores and sums": (
                "They grow with N² D and the projections with N D²: which is larger where N is"
                " small?"
            ),
            "softmax": (
                "It has a few operations for each of the H N² scores, and each score takes 2e"
                " itself"
            ),
            "moving heads": "Copies are free (P5), and there are only N D numbers to move",
        },
        "long": {
            "projections": (
                "They grow with N D² and scores and weighted sums with N² D: which is larger"
                " where N is large?"
            ),
            "softmax": (
                "It has a few operations for each of the H N² scores, which takes 2e to compute and"
                " 2e to use. (On real machines its memory traffic can be what one waits for.)"
            ),
            "moving heads": "Copies are free (P5), and there are only N D numbers to move",
        },
    },
    share=1 / 3,
)
length + options
