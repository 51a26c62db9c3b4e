from dataclasses import replace

from .models import BIASES, HEADS, LINEAR_BIASES, SIZES, WEIGHTS
from .own_dense import better, powers_of

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
        BIASES: LINEAR_BIASES,
        "the activation is charged; here it is free (P5)": "n_layers*d_ff",
        "residual connections are charged; here they are left out": "2*n_layers*d_model",
    }
    found = {label: {"+": f"{rows}*({cost})"} for label, cost in own.items()}
    for number in range(1, 6):
        label = f"{number} for each score: softmax or scale are charged; here they are free (P5)"
        found[label] = {"+": f"{number}*n_layers*n_heads*({scores})"}
    return found


def usual(rows, pairs):
    """Mistakes that all three counts invite."""
    all_pairs = f"{rows}*{pairs}"
    return {
        "two FLOPs per weight leave out the products of attention, which have no weights": both(
            "0"
        ),
        "a head works on its own d_head numbers, not on d_model": both(
            f"2*n_layers*n_heads*{all_pairs}*d_model"
        ),
        "the scores and weighted sums of one head are counted: there are n_heads of them": both(
            f"2*n_layers*{all_pairs}*d_head"
        ),
        "three times as much: forward and backward together": {"*": "3"},
        "this is a printed calculation with four errors (see `audit`): it costs every map for"
        " d_model tokens and the output projection in every head, its scores ignore the length, and"
        " the weighted sums are missing": PRINTED,
        "this is an earlier version of a printed calculation with four errors (see `audit`): it"
        " costs every map for d_model tokens and one of the two of the feed-forward block not at"
        " all, its scores ignore the length, and the weighted sums are missing": EARLIER,
    }


PRINTED = "n_layers*(6*d_model**3 + 2*d_model**3*n_heads + 2*n_heads*d_head**3 + 4*d_model**2*d_ff)"
EARLIER = "n_layers*(8*d_model**3 + 2*n_heads*d_head**3 + 2*d_model**2*d_ff)"
DENSE_MISTAKES = {
    "only the scores with earlier tokens are counted; here every token looks at all n": both(
        "n_layers*n*(n+1)*d_model"
    ),
    "each of the n tokens has n scores, and a sum of n values": both("2*n_layers*n*d_model"),
}
CAUSAL_MISTAKES = {
    "every token looks at all n; here token t looks at t of them": both("2*n_layers*n**2*d_model"),
    "n²/2 pairs leave out half of the diagonal: a token looks at itself, too": both(
        "n_layers*n**2*d_model"
    ),
    "a token looks at itself, too: these are n(n − 1)/2 pairs": both("n_layers*n*(n-1)*d_model"),
    "half of the dense count: the products with weights are not halved, and n(n + 1)/2 pairs are"
    " left, not n²/2": (f"n*{WEIGHTS} + 2*n_layers*n**2*d_model"),
    "the mask holds for the scores and for the weighted sums; one of the two is dense here": both(
        "n_layers*(n*(n+1)/2 + n**2)*d_model"
    ),
    "this is the cost of the last token alone": f"2*{WEIGHTS} + 4*n_layers*n*d_model",
}
DECODE_MISTAKES = {
    "this is the mean over the tokens of a causal sequence; the t-th token looks at t": both(
        "n_layers*(t+1)*d_model"
    ),
    "the t-th token looks at itself, too: t scores, not t − 1": both("2*n_layers*(t-1)*d_model"),
    "t tokens are there with the new one: t scores, not t + 1": both("2*n_layers*(t+1)*d_model"),
    "the keys and values of earlier tokens are in the cache: they are not computed again": {
        "the keys": "2*n_layers*t*d_model**2",
        "the values": "2*n_layers*t*d_model**2",
    },
    "all t tokens are computed again; with a cache only the new one is": (
        f"2*t*{WEIGHTS} + 4*n_layers*t**2*d_model"
    ),
    "all t tokens are computed again, causally; with a cache only the new one is": (
        f"2*t*{WEIGHTS} + 2*n_layers*t*(t+1)*d_model"
    ),
    "the one new token has t scores, not t² of them": both("2*n_layers*t**2*d_model"),
}


def counted_from(function, length, mistakes, *, rows=None, pairs=None, share):
    """The verdict on one of the three counts."""
    rows, pairs = rows or length, pairs or length
    return checks.flops(
        function,
        variables=f"{length} {SIZES}",
        where=HEADS,
        products=products(rows, pairs),
        shares=SHARES,
        given={"parameters": dict.fromkeys((*PROJECTIONS, *BLOCK), f"2*{rows}")},
        mistakes=usual(rows, pairs) | mistakes,
        conventions=conventions(rows, f"{rows}*{pairs}"),
        share=share,
    )


def causal_given(powers):
    return f"n*({powers[1]}) + (n**2 + n)/2*({powers[2]})"


def decode_given(powers):
    return f"{powers[1]} + t*({powers[2]})"


def to_follow(verdict, function):
    """The verdict on one of the three. What it counts is there to be followed only where that one,
    not the three together, may be.
    """
    if not verdict.may_be_followed:
        verdict = replace(verdict, counted={})
    return verdict.of(function)


dense = counted_from(dense_flops, "n", DENSE_MISTAKES, share=3 / 8)
causal = counted_from(causal_flops, "n", CAUSAL_MISTAKES, pairs="(n+1)/2", share=3 / 8)
decode = counted_from(decode_flops, "t", DECODE_MISTAKES, rows="1", share=1 / 4)
if dense.may_be_followed and (powers := powers_of(dense.counted)):
    causal = better(causal, causal_flops, f"n {SIZES}", causal_given(powers), share=3 / 8)
    decode = better(decode, decode_flops, f"t {SIZES}", decode_given(powers), share=1 / 4)
(
    to_follow(dense, "dense_flops")
    + to_follow(causal, "causal_flops")
    + to_follow(decode, "decode_flops")
)
