from dataclasses import replace

from .models import HEADS, LINEAR_BIASES, SIZES, WEIGHTS
from .own_dense import by_dense

WORDS = """
softmax-charged: {} for each score: softmax or scale are charged; here they are free (P5)
biases: biases are counted; here only matrices are
activation-charged: the activation is charged; here it is free (P5)
residuals-charged: residual connections are charged; here they are left out
two-flops-per-weight: two FLOPs per weight leave out the products of attention, which have no
    weights
one-of-two-products: scores and weighted sums are two products in each head; one of the two is
    missing, or half of each
heads-of-full-width: a head works on its own d_head numbers, not on d_model
pairs-of-one-head: the scores and weighted sums of one head are counted: there are n_heads of them
three-times-forward: three times as much: forward and backward together
printed-calculation: this is a printed calculation with four errors (see `audit`): it costs every
    map for d_model tokens and the output projection in every head, its scores ignore the length,
    and the weighted sums are missing
earlier-calculation: this is an earlier version of a printed calculation with four errors (see
    `audit`): it costs every map for d_model tokens and one of the two of the feed-forward block not
    at all, its scores ignore the length, and the weighted sums are missing
causal-pairs: only the scores with earlier tokens are counted; here every token looks at all n
pairs-of-one-token: each of the n tokens has n scores, and a sum of n values
dense-pairs: every token looks at all n; here token t looks at t of them
half-of-n-squared: n²/2 pairs leave out half of the diagonal: a token looks at itself, too
without-itself: a token looks at itself, too: these are n(n − 1)/2 pairs
half-of-dense: half of the dense count: the products with weights are not halved, and n(n + 1)/2
    pairs are left, not n²/2
mask-on-one-product: the mask holds for the scores and for the weighted sums; one of the two is
    dense here
last-token-only: this is the cost of the last token alone
causal-mean: this is the mean over the tokens of a causal sequence; the t-th token looks at t
without-itself-in-decoding: the t-th token looks at itself, too: t scores, not t − 1
one-score-too-many: t tokens are there with the new one: t scores, not t + 1
cache-computed-again: the keys and values of earlier tokens are in the cache: they are not computed
    again
keys-and-values-from-cache: the cache holds the keys and values of earlier tokens; the new token's
    own are still to be computed
prefixes-computed-again: every token is computed anew from its whole prefix; one pass over the
    sequence makes all n
all-computed-again: all t tokens are computed again; with a cache only the new one is
all-computed-again-causally: all t tokens are computed again, causally; with a cache only the new
    one is
pairs-in-decoding: the one new token has t scores, not t² of them
"""
checks.words(WORDS)


ATTENTION = ("the scores", "the weighted sums")
PROJECTIONS = ("the queries", "the keys", "the values", "the output projection")
BLOCK = ("the first map of the feed-forward block", "the second map of the feed-forward block")
# Half for what N alone doesn't say.
SHARES = (
    dict.fromkeys(ATTENTION, 1 / 4)
    | dict.fromkeys(PROJECTIONS, 1 / 16)
    | dict.fromkeys(BLOCK, 1 / 8)
)


def products(rows, pairs):
    """The products for `rows` tokens that look at `pairs` tokens each, in the mean."""
    maps = dict.fromkeys(PROJECTIONS, f"n_layers {rows} d_model d_model")
    first, second = BLOCK
    return maps | {
        first: f"n_layers {rows} d_model d_ff",
        second: f"n_layers {rows} d_ff d_model",
        "the scores": f"n_layers*n_heads {rows} d_head {pairs}",
        "the weighted sums": f"n_layers*n_heads {rows} {pairs} d_head",
    }


def both(cost):
    return dict.fromkeys(ATTENTION, cost)


def conventions(rows, scores):
    """rows: tokens. scores: how many there are in a head of a layer."""
    own = {
        "biases": LINEAR_BIASES,
        "activation-charged": "n_layers*d_ff",
        "residuals-charged": "2*n_layers*d_model",
    }
    found = {name: {"+": f"{rows}*({cost})"} for name, cost in own.items()}
    return found | {
        f"softmax-charged({number})": {"+": f"{number}*n_layers*n_heads*({scores})"}
        for number in range(1, 6)
    }


def usual(rows, pairs):
    """Mistakes that all three counts invite."""
    all_pairs = f"{rows}*{pairs}"
    return {
        "two-flops-per-weight": both("0"),
        "one-of-two-products": {"the weighted sums": "0"},
        "heads-of-full-width": both(f"2*n_layers*n_heads*{all_pairs}*d_model"),
        "pairs-of-one-head": both(f"2*n_layers*{all_pairs}*d_head"),
        "three-times-forward": {"*": "3"},
        "printed-calculation": PRINTED,
        "earlier-calculation": EARLIER,
    }


PRINTED = "n_layers*(6*d_model**3 + 2*d_model**3*n_heads + 2*n_heads*d_head**3 + 4*d_model**2*d_ff)"
EARLIER = "n_layers*(8*d_model**3 + 2*n_heads*d_head**3 + 2*d_model**2*d_ff)"
DENSE_MISTAKES = {
    "causal-pairs": both("n_layers*n*(n+1)*d_model"),
    "pairs-of-one-token": both("2*n_layers*n*d_model"),
}
CAUSAL_MISTAKES = {
    "dense-pairs": both("2*n_layers*n**2*d_model"),
    "half-of-n-squared": both("n_layers*n**2*d_model"),
    "without-itself": both("n_layers*n*(n-1)*d_model"),
    "half-of-dense": f"n*{WEIGHTS} + 2*n_layers*n**2*d_model",
    "mask-on-one-product": both("n_layers*(n*(n+1)/2 + n**2)*d_model"),
    "prefixes-computed-again": f"n*(n+1)*{WEIGHTS} + n*(n+1)*(2*n+1)*2/3*n_layers*d_model",
    "last-token-only": f"2*{WEIGHTS} + 4*n_layers*n*d_model",
}
DECODE_MISTAKES = {
    "causal-mean": both("n_layers*(t+1)*d_model"),
    "without-itself-in-decoding": both("2*n_layers*(t-1)*d_model"),
    "one-score-too-many": both("2*n_layers*(t+1)*d_model"),
    "cache-computed-again": {
        "the keys": "2*n_layers*t*d_model**2",
        "the values": "2*n_layers*t*d_model**2",
    },
    "keys-and-values-from-cache": {"the keys": "0", "the values": "0"},
    "all-computed-again": f"2*t*{WEIGHTS} + 4*n_layers*t**2*d_model",
    "all-computed-again-causally": f"2*t*{WEIGHTS} + 2*n_layers*t*(t+1)*d_model",
    "pairs-in-decoding": both("2*n_layers*t**2*d_model"),
}


def counted_from(function, length, mistakes, *, rows=None, pairs=None, given=None, share):
    """The verdict on one of the three counts."""
    rows, pairs = rows or length, pairs or length
    return checks.polynomial(
        function,
        variables=f"{length} {SIZES}",
        where=HEADS,
        products=products(rows, pairs),
        shares=SHARES,
        given={"parameters": dict.fromkeys((*PROJECTIONS, *BLOCK), f"2*{rows}")} | (given or {}),
        mistakes=usual(rows, pairs) | mistakes,
        conventions=conventions(rows, f"{rows}*{pairs}"),
        share=share,
    )


def to_follow(verdict, function):
    """The verdict on one of the three. What it counts is there to be followed only where that one,
    not the three together, may be.
    """
    if not verdict.may_be_followed:
        verdict = replace(verdict, counted={})
    return verdict.of(function)


dense = counted_from(dense_flops, "n", DENSE_MISTAKES, share=3 / 8)
# What attention adds to N is the idea of each of the three: without one of its products it is
# missed again.
is_followed = dense.may_be_followed and "one-of-two-products" not in dense.mistake
own = dense.counted if is_followed else None
causal = counted_from(
    causal_flops,
    "n",
    CAUSAL_MISTAKES,
    pairs="(n+1)/2",
    given=by_dense(own, "n*({1}) + (n**2 + n)/2*({2})"),
    share=3 / 8,
)
decode = counted_from(
    decode_flops, "t", DECODE_MISTAKES, rows="1", given=by_dense(own, "{1} + t*({2})"), share=1 / 4
)
(
    to_follow(dense, "dense_flops")
    + to_follow(causal, "causal_flops")
    + to_follow(decode, "decode_flops")
)
