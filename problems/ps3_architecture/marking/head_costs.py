from dataclasses import replace

from .head_mistakes import HEAD_WORDS

WORDS = """
one-block-for-each-head: each head reads all D numbers of a token, not a slice: its W_q, W_k and W_v
    are e × D, not e × e; this is one e × e matrix per head, and there are W_q, W_k, W_v and W_o
heads-as-wide-as-a-token: this is for heads as wide as a token; the width of a head is d_head
wo-of-d-by-d: W_o is D × He, from the heads' outputs side by side back to width D: not D × D
wo-of-he-by-he: W_o is D × He, from the heads' outputs side by side back to width D: not He × He
weights-for-each-token: all tokens share the weights: they don't multiply with the sequence length
values-of-full-width: W_v is e × D in each head, and W_o maps the heads' outputs, side by side, back
    to width D; here W_v is D × D in each head, and W_o is missing
attention-weights: the entries of A are counted, which are no weights: each text has its own
biases: biases are counted, and here are none
biases-of-queries-keys-values: biases of queries, keys and values are counted, and here are none
four-biases: four biases of width D are counted, and here are none
bytes: so many are the bytes, {} for each number; numbers are asked for
head-vectors-of-d: the vectors of a head have d_head numbers, not D
scores-of-one-head: every head has scores of its own
one-score-for-each-token: every token has a score for each token: N² scores in a head, not N
causal-mask: nothing is masked here: every token looks at all N tokens
not-with-itself: a token attends to itself as well: N² scores in a head, not N(N − 1)
softmax-last: the product of keys and values is formed first, d_head × d_head, or n and d_head have
    changed places; the softmax needs the scores, N × N, before anything is done with values
projections-of-one-token: the projections happen for every token: times N
projected-for-each-pair: a token is projected once, not once for each token that looks at it
two-flops-per-weight: two FLOPs per weight and token leaves out the products of attention, which
    have no weights
biases-charged: biases are charged, and here are none
biases-of-queries-keys-values-charged: biases of queries, keys and values are charged, and here are
    none
residual-or-bias-charged: a residual connection or a bias of W_o is charged, and here is neither
head-results-added: additions of the heads' results are charged, but the product with W_o has them:
    its sums over the inner dimension are included (P2)
scale-charged-on-queries: the factor 1/√e is charged on the queries; here it is free (P5)
scale-or-softmax-charged: the factor 1/√e is charged on the scores, or one operation of the softmax
    on each; here both are free (P5)
softmax-charged: {} operations for each score are charged for the softmax and the factor 1/√e; here
    both are free (P5)
"""


HEAD_SIZES = "n d n_heads d_head"
QKV, OUTPUT = "W_q, W_k and W_v", "W_o"
WEIGHTS = {QKV: "3*n_heads*d_head*d", OUTPUT: "d*n_heads*d_head"}
PROJECTED, SCORES, SUMS, MAPPED_BACK = (
    "the queries, keys and values",
    "the scores",
    "the weighted sums",
    "the product with W_o",
)
PRODUCTS = {
    PROJECTED: "3*n_heads n d d_head",
    SCORES: "n_heads n d_head n",
    SUMS: "n_heads n n d_head",
    MAPPED_BACK: "n n_heads*d_head d",
}
IN_WEIGHTS = {
    "output-projection-missing": {OUTPUT: "0"},
    "heads-see-a-slice": {QKV: "3*n_heads*d_head**2"},
    "heads-see-a-slice-also-in-wo": {QKV: "3*n_heads*d_head**2", OUTPUT: "n_heads*d_head**2"},
    "one-block-for-each-head": "n_heads*d_head**2",
    "heads-as-wide-as-a-token": {QKV: "3*n_heads*d**2", OUTPUT: "n_heads*d**2"},
    "keys-and-values-shared": {QKV: "n_heads*d_head*d + 2*d_head*d"},
    "values-of-full-width": {QKV: "n_heads*(2*d_head*d + d**2)", OUTPUT: "0"},
}
# Where D = He these are right, or another mistake.
IN_WEIGHTS_AT_ANY_WIDTH = {
    "wo-of-d-by-d": {OUTPUT: "d**2"},
    "wo-of-he-by-he": {OUTPUT: "n_heads**2*d_head**2"},
    "maps-of-one-head": {QKV: "3*d_head*d"},
    "wo-of-one-head": {OUTPUT: "d*d_head"},
}
IN_FLOPS = {
    "output-projection-missing": {MAPPED_BACK: "0"},
    "heads-see-a-slice": {PROJECTED: "6*n*n_heads*d_head**2"},
    "heads-see-a-slice-also-in-wo": {
        PROJECTED: "6*n*n_heads*d_head**2",
        MAPPED_BACK: "2*n*n_heads*d_head**2",
    },
    "heads-as-wide-as-a-token": {
        PROJECTED: "6*n*n_heads*d**2",
        SCORES: "2*n_heads*n**2*d",
        SUMS: "2*n_heads*n**2*d",
        MAPPED_BACK: "2*n*n_heads*d**2",
    },
    "keys-and-values-shared": {PROJECTED: "2*n*n_heads*d_head*d + 4*n*d_head*d"},
    "values-of-full-width": {
        PROJECTED: "4*n*n_heads*d_head*d + 2*n*n_heads*d**2",
        SUMS: "2*n_heads*n**2*d",
        MAPPED_BACK: "0",
    },
}
IN_FLOPS_AT_ANY_WIDTH = {
    "wo-of-d-by-d": {MAPPED_BACK: "2*n*d**2"},
    "wo-of-he-by-he": {MAPPED_BACK: "2*n*n_heads**2*d_head**2"},
    "maps-of-one-head": {PROJECTED: "6*n*d_head*d"},
    "wo-of-one-head": {MAPPED_BACK: "2*n*d_head*d"},
}


def at_any_width(function, share, anywhere, filled):
    """The verdict at any sizes, or where D = He if that says more: d // n_heads is a formula there,
    and what is right there earns half.

    anywhere, filled: what the check is told in the first case, and in the second.
    """
    verdict = checks.polynomial(function, variables=HEAD_SIZES, share=share, **anywhere)
    if verdict.points == verdict.max_points or (verdict.mistake and verdict.points):
        return verdict
    sizes = dict(variables=HEAD_SIZES, where={"d": "n_heads*d_head"})
    special = checks.polynomial(function, share=share / 2, **sizes, **filled)
    no_formula = verdict.counted is None and special.counted is not None
    if no_formula or special.points > verdict.points or special.points == special.max_points:
        why = "right where D = He at most; here the width of a head is a size of its own"
        named = verdict.findings[0].names if verdict.mistake else ""
        said = checks.said(why, diagnosis=f": {named}" if named else "")
        anywhere = checks.Verdict.nothing("heads of any width", said, verdict.max_points / 2)
        named = special if special.mistake else verdict
        return replace(special + anywhere, mistake=named.mistake, several=named.several)
    return verdict


checks.words(WORDS, HEAD_WORDS)
weights = at_any_width(
    head_weights,
    share=1 / 4,
    anywhere=dict(
        expected=WEIGHTS,
        others={"head_flops": checks.cost(PRODUCTS)},
        mistakes=IN_WEIGHTS
        | IN_WEIGHTS_AT_ANY_WIDTH
        | {"weights-for-each-token": {"*": "n"}, "attention-weights": {"+": "n_heads*n**2"}},
        conventions={
            "biases": {"+": "3*n_heads*d_head + d"},
            "biases-of-queries-keys-values": {"+": "3*n_heads*d_head"},
            "four-biases": {"+": "4*d"},
            "bytes(2)": {"*": "2"},
            "bytes(4)": {"*": "4"},
        },
    ),
    filled=dict(expected=WEIGHTS, mistakes=IN_WEIGHTS),
)
# What is told of the weights is not charged again.
all_in_flops = IN_FLOPS | IN_FLOPS_AT_ANY_WIDTH
carried = weights.mistake if weights.mistake in all_in_flops else ""
given = {"right, given your head_weights": all_in_flops[carried]} if carried else {}
followed = weights.counted if weights.mistake and weights.may_be_followed else None
if followed is not None and followed.degrees[0] == 0:  # no n in weights
    given["right, given your head_weights, which each token meets once"] = (
        f"2*n*({followed.formula}) + 4*n_heads*n**2*d_head"
    )
products = at_any_width(
    head_flops,
    share=3 / 4,
    anywhere=dict(
        products=PRODUCTS,
        others={"head_weights": checks.cost({}, WEIGHTS)},
        accept=given,
        mistakes={name: each for name, each in all_in_flops.items() if name != carried}
        | {
            "head-vectors-of-d": {SCORES: "2*n_heads*n**2*d", SUMS: "2*n_heads*n**2*d"},
            "scores-of-one-head": {SCORES: "2*n**2*d_head", SUMS: "2*n**2*d_head"},
            "one-score-for-each-token": {SCORES: "2*n_heads*n*d_head", SUMS: "2*n_heads*n*d_head"},
            "causal-mask": {SCORES: "n_heads*n*(n + 1)*d_head", SUMS: "n_heads*n*(n + 1)*d_head"},
            "projections-of-one-token": {
                PROJECTED: "6*n_heads*d_head*d",
                MAPPED_BACK: "2*n_heads*d_head*d",
            },
            "projected-for-each-pair": {
                PROJECTED: "6*n**2*n_heads*d_head*d",
                MAPPED_BACK: "2*n**2*n_heads*d_head*d",
            },
            "not-with-itself": dict.fromkeys((SCORES, SUMS), "2*n_heads*n*(n - 1)*d_head"),
            "softmax-last": dict.fromkeys((SCORES, SUMS), "2*n_heads*n*d_head**2"),
            "two-flops-per-weight": {SCORES: "0", SUMS: "0"},
            "with-the-backward-pass": {"*": "3"},
        },
        conventions={
            "biases-charged": {"+": "3*n*n_heads*d_head + n*d"},
            "biases-of-queries-keys-values-charged": {"+": "3*n*n_heads*d_head"},
            "residual-or-bias-charged": {"+": "n*d"},
            "head-results-added": {"+": "(n_heads - 1)*n*d"},
            "scale-charged-on-queries": {"+": "n*n_heads*d_head"},
            "scale-or-softmax-charged": {"+": "n_heads*n**2"},
        }
        | {
            f"softmax-charged({number})": {"+": f"{number}*n_heads*n**2"} for number in (2, 3, 4, 5)
        },
    ),
    filled=dict(products=PRODUCTS, mistakes=IN_FLOPS),
)
weights.of("head_weights") + products.of("head_flops")
