"""FLOPs of a forward pass: dense, causal, and of one token with a cache."""

import dataclasses

from examiner.checks import (
    Adds,
    Count,
    Custom,
    Formula,
    FormulaLike,
    GradingContext,
    Misconception,
    Polynomial,
    Product,
    Term,
    Times,
    Verdict,
    convention,
    misconception,
    missed_idea,
    sizes,
)

from .models import HEADS, LINEAR_BIASES, SIZES, WEIGHTS, d_ff, d_head, d_model, n_heads, n_layers
from .own_dense import by_dense

n, t = sizes("n t")


def products(rows: FormulaLike, pairs: FormulaLike) -> list[Term]:
    """Return the products for `rows` tokens, if each looks at `pairs` tokens on average."""
    heads = n_layers * n_heads
    projections = ("the queries", "the keys", "the values", "the output projection")
    first, second = (f"the {which} map of the feed-forward block" for which in ("first", "second"))
    return [
        *(Product(name, rows, d_model, d_model, times=n_layers) for name in projections),
        Product(first, rows, d_model, d_ff, times=n_layers),
        Product(second, rows, d_ff, d_model, times=n_layers),
        Product("the scores", rows, d_head, pairs, times=heads),
        Product("the weighted sums", rows, pairs, d_head, times=heads),
    ]


# The three counts have terms of the same names.
DENSE, CAUSAL, DECODE = products(n, n), products(n, (n + 1) / 2), products(1, t)
*MAPS, SCORES, WEIGHTED_SUMS = DENSE
QUERIES, KEYS, VALUES, OUTPUT_PROJECTION, FIRST_MAP, SECOND_MAP = MAPS
# Half of the points are for the part that doesn't follow from N.
SHARES = dict.fromkeys((SCORES, WEIGHTED_SUMS), 1 / 4)


def both(cost: FormulaLike) -> dict[Term, FormulaLike]:
    """Return the effect of this cost for the scores, and again for the weighted sums."""
    return {SCORES: cost, WEIGHTED_SUMS: cost}


PRINTED = n_layers * (
    6 * d_model**3 + 2 * d_model**3 * n_heads + 2 * n_heads * d_head**3 + 4 * d_model**2 * d_ff
)
EARLIER = n_layers * (8 * d_model**3 + 2 * n_heads * d_head**3 + 2 * d_model**2 * d_ff)


# fmt: off
def common(rows: Formula | int, pairs: Formula) -> list[Misconception]:
    """Return the misconceptions and conventions of all three counts.

    Args:
        rows: The number of tokens that go through the maps.
        pairs: The number of tokens that each of them looks at, on average.
    """
    scores = rows * pairs  # in a head of a layer
    return [
        misconception("two-flops-per-weight", both(0),
          "this is two FLOPs per weight; it leaves out the products of attention, which have no "
          "weights"),
        misconception("one-of-two-products", {WEIGHTED_SUMS: 0},
          "each head has two products, scores and weighted sums; one of them is missing, or "
          "half of each"),
        misconception("heads-of-full-width", both(2 * n_layers * n_heads * scores * d_model),
          "a head works on its own d_head numbers, not on d_model"),
        misconception("pairs-of-one-head", both(2 * n_layers * scores * d_head),
          "this counts the scores and weighted sums of one head; there are n_heads heads"),
        misconception("three-times-forward", Times(3),
          "this is three times too large: it counts the forward and the backward pass together"),
        missed_idea("printed-calculation", PRINTED,
          "this is the printed calculation with four errors (see `audit`): it counts every map "
          "for d_model tokens, and the output projection in every head. Its scores ignore the "
          "length, and the weighted sums are missing"),
        missed_idea("earlier-calculation", EARLIER,
          "this is an earlier version of the printed calculation with four errors (see "
          "`audit`): it counts every map for d_model tokens, and leaves out one of the two maps "
          "of the feed-forward block. Its scores ignore the length, and the weighted sums are "
          "missing"),
        convention("biases", Adds(rows * LINEAR_BIASES),
          "biases are counted; count only matrices here"),
        convention("activation-charged", Adds(rows * n_layers * d_ff),
          "the activation is counted; here it is free (P5)"),
        convention("residuals-charged", Adds(2 * rows * n_layers * d_model),
          "residual connections are counted; leave them out here"),
        *[convention(f"softmax-charged({k})", Adds(k * n_layers * n_heads * scores),
          f"{k} for each score: softmax or scale are counted; here they are free (P5)")
          for k in range(1, 6)],
    ]


OF_DENSE = [
    misconception("causal-pairs", both(n_layers * n * (n + 1) * d_model),
      "only the scores with earlier tokens are counted; here every token looks at all n"),
    misconception("pairs-of-one-token", both(2 * n_layers * n * d_model),
      "each of the n tokens has n scores, and a sum of n values"),
]
OF_CAUSAL = [
    misconception("dense-pairs", both(2 * n_layers * n**2 * d_model),
      "in your count, every token looks at all n; here token t looks at t tokens"),
    misconception("half-of-n-squared", both(n_layers * n**2 * d_model),
      "n²/2 pairs leave out half of the diagonal: a token looks at itself, too"),
    misconception("without-itself", both(n_layers * n * (n - 1) * d_model),
      "a token looks at itself, too: these are n(n − 1)/2 pairs"),
    misconception("half-of-dense", n * WEIGHTS + 2 * n_layers * n**2 * d_model,
      "this is half of the dense count: a mask doesn't halve the products with weights, and it "
      "leaves n(n + 1)/2 pairs, not n²/2"),
    misconception("mask-on-one-product", both(n_layers * (n * (n + 1) / 2 + n**2) * d_model),
      "the mask applies to the scores and to the weighted sums; one of the two is dense in your "
      "count"),
    misconception("prefixes-computed-again",
      n * (n + 1) * WEIGHTS + n * (n + 1) * (2 * n + 1) * 2 / 3 * n_layers * d_model,
      "you compute every token again from its whole prefix; one pass over the sequence computes "
      "all n tokens"),
    missed_idea("last-token-only", 2 * WEIGHTS + 4 * n_layers * n * d_model,
      "this is the cost of the last token alone"),
]
OF_DECODE = [
    misconception("causal-mean", both(n_layers * (t + 1) * d_model),
      "this is the mean over the tokens of a causal sequence; the t-th token looks at t"),
    misconception("without-itself-in-decoding", both(2 * n_layers * (t - 1) * d_model),
      "the t-th token looks at itself, too: t scores, not t − 1"),
    misconception("one-score-too-many", both(2 * n_layers * (t + 1) * d_model),
      "with the new one, there are t tokens: t scores, not t + 1"),
    misconception("cache-computed-again",
      {KEYS: 2 * n_layers * t * d_model**2, VALUES: 2 * n_layers * t * d_model**2},
      "the keys and values of earlier tokens are in the cache: don't compute them again"),
    misconception("keys-and-values-from-cache", {KEYS: 0, VALUES: 0},
      "the cache holds the keys and values of earlier tokens; the new token's key and value are "
      "still to be computed"),
    missed_idea("all-computed-again", 2 * t * WEIGHTS + 4 * n_layers * t**2 * d_model,
      "you compute all t tokens again; with a cache, compute only the new one"),
    missed_idea("all-computed-again-causally",
      2 * t * WEIGHTS + 2 * n_layers * t * (t + 1) * d_model,
      "you compute all t tokens again, with a causal mask; with a cache, compute only the new "
      "one"),
    misconception("pairs-in-decoding", both(2 * n_layers * t**2 * d_model),
      "the one new token has t scores, not t²"),
]
# fmt: on

# The cost of the maps according to the student's own N.
OF_ALL_TOKENS, OF_ONE_TOKEN = dict.fromkeys(MAPS, 2 * n), dict.fromkeys(MAPS, 2)
DENSE_COUNT = Count(
    (n, *SIZES),
    DENSE,
    where=HEADS,
    shares=SHARES,
    given={"parameters": OF_ALL_TOKENS},
    misconceptions=[*common(n, n), *OF_DENSE],
    share=3 / 8,
)
CAUSAL_COUNT = Count(
    (n, *SIZES),
    CAUSAL,
    where=HEADS,
    shares=SHARES,
    given={"parameters": OF_ALL_TOKENS},
    misconceptions=[*common(n, (n + 1) / 2), *OF_CAUSAL],
    share=3 / 8,
)
DECODE_COUNT = Count(
    (t, *SIZES),
    DECODE,
    where=HEADS,
    shares=SHARES,
    given={"parameters": OF_ONE_TOKEN},
    misconceptions=[*common(1, t), *OF_DECODE],
    share=1 / 4,
)


def followed_dense(dense: Verdict) -> Polynomial | None:
    """Return the count of `dense_flops`, if the other two may rest on it.

    All three questions are about the products that attention adds to N. If the answer lacks one of
    these products, its count isn't carried forward.
    """
    is_followed = dense.may_be_carried and "one-of-two-products" not in dense.misconception_key
    return dense.counted if is_followed and isinstance(dense.counted, Polynomial) else None


def judge(
    grading: GradingContext, dense_flops: object, causal_flops: object, decode_flops: object
) -> Verdict:
    """Mark the three counts. The other two may rest on `dense_flops`."""
    dense = grading.mark(DENSE_COUNT, dense_flops)
    own = followed_dense(dense)
    by_causal = by_dense(own, lambda linear, square: n * linear + (n**2 + n) / 2 * square)
    by_decode = by_dense(own, lambda linear, square: linear + t * square)
    of_causal = dataclasses.replace(CAUSAL_COUNT, given={"parameters": OF_ALL_TOKENS, **by_causal})
    of_decode = dataclasses.replace(DECODE_COUNT, given={"parameters": OF_ONE_TOKEN, **by_decode})
    causal = grading.mark(of_causal, causal_flops)
    decode = grading.mark(of_decode, decode_flops)
    return (
        dense.for_function("dense_flops")
        + causal.for_function("causal_flops")
        + decode.for_function("decode_flops")
    )


question = Custom(
    judge,
    {"dense_flops": [DENSE_COUNT], "causal_flops": [CAUSAL_COUNT], "decode_flops": [DECODE_COUNT]},
)
