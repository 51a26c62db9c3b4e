from .head_mistakes import HEAD_WORDS

WORDS = """
wo-on-those-asked-too: W_o maps the n_s tokens, which are only asked, as well; or the keys are
    counted twice
self-attention-as-well: self-attention of the n_t tokens is counted as well; it is another layer's
projections-of-nt-only: four projections of one text are counted, those of n_t tokens; keys and
    values are of n_s
one-text: this is one text of n_t + n_s tokens; n_t of them ask, and n_s others are asked
ask-themselves-too: n_s tokens are asked; here the n_t that ask are asked as well
keys-of-nt: only the values are projected from the n_s tokens that are asked; so are the keys
output-of-ns: the output has a row for each token that asks, n_t of them, not n_s
single-head: this is a single head, on tokens no wider than the head; they have D = He numbers
projections-for-each-head: D² for each projection is for all heads together: not times H
projections-of-one-token: the projections happen for every token: times n_t or n_s
heads-counted-twice: the heads together are as wide as a token: scores and weighted sums are
    multiplied by H once, not twice
scores-of-one-head: every head has scores and weighted sums of its own: times H
self-attention: the scores of a text with itself are counted; here n_t tokens meet n_s others
two-flops-per-weight: two FLOPs per weight and token leaves out the products of attention, which
    have no weights
projections-missing: the projections are forgotten: they are products too
projections-without-additions: the projections are counted as multiply–accumulates, and each is two
    FLOPs (P6), or two of them are missing, one of n_t tokens and one of n_s
scores-of-d-squared: every pair of tokens has a score in each head, a number for e products, not for
    D²
biases-charged: biases are charged, and here are none
biases-of-queries-keys-values-charged: biases of queries, keys and values are charged, and here are
    none
projections-without-additions-and-wo: the projections are counted as multiply–accumulates (P6), and
    the queries or the product with W_o are missing
scale-charged-on-queries: the factor 1/√e on the queries, a bias of the queries or of W_o, or the
    residual addition is charged, and these are no matrix products
softmax-charged: {} for each score: the softmax or the factor 1/√e is charged, and these are no
    matrix products
"""


WIDTH = "n_heads*d_head"
ATTENTION = ("the scores", "the weighted sums")
PROJECTIONS = ("the queries", "the keys", "the values", "the product with W_o")
PRODUCTS = {
    "the queries": f"n_t {WIDTH} {WIDTH}",
    "the keys": f"n_s {WIDTH} {WIDTH}",
    "the values": f"n_s {WIDTH} {WIDTH}",
    "the scores": "n_heads n_t d_head n_s",
    "the weighted sums": "n_heads n_t n_s d_head",
    "the product with W_o": f"n_t {WIDTH} {WIDTH}",
}
# Mistakes that are charged in head_costs, where they are made there.
SLICES = {
    "the queries": "2*n_t*n_heads*d_head**2",
    "the keys": "2*n_s*n_heads*d_head**2",
    "the values": "2*n_s*n_heads*d_head**2",
}
AS_IN_HEAD_COSTS = {
    "output-projection-missing": {"the product with W_o": "0"},
    "heads-see-a-slice": SLICES,
    "keys-and-values-shared": {name: SLICES[name] for name in ("the keys", "the values")},
    "wo-of-one-head": {"the product with W_o": SLICES["the queries"]},
    "heads-see-a-slice-also-in-wo": SLICES | {"the product with W_o": SLICES["the queries"]},
}
# Matrices of one head cost as much as slices of all heads, where D = He.
AS_SLICES = {
    "maps-of-one-head": "heads-see-a-slice",
    "factor-missing(n_heads)": "heads-see-a-slice-also-in-wo",
}


def carried_over():
    """The mistake in head_costs, if there is one that this count may rest on."""
    verdict = checks.followed("head_costs")
    mistake = verdict.mistake if verdict else ""
    mistake = AS_SLICES.get(mistake, mistake)
    return mistake if mistake in AS_IN_HEAD_COSTS else ""


carried = carried_over()
checks.words(WORDS, HEAD_WORDS)
verdict = checks.polynomial(
    multi_head_flops,
    variables="n_t n_s d_head n_heads",
    products=PRODUCTS,
    accept={"right, given your answer to head_costs": AS_IN_HEAD_COSTS[carried]} if carried else {},
    mistakes={name: each for name, each in AS_IN_HEAD_COSTS.items() if name != carried}
    | {
        "projections-of-nt-only": dict.fromkeys(PROJECTIONS[1:3], f"2*n_t*({WIDTH})**2"),
        "one-text": f"8*(n_t + n_s)*({WIDTH})**2 + 4*(n_t + n_s)**2*{WIDTH}",
        "ask-themselves-too": dict.fromkeys(PROJECTIONS[1:3], f"2*(n_t + n_s)*({WIDTH})**2")
        | dict.fromkeys(ATTENTION, f"2*n_t*(n_t + n_s)*{WIDTH}"),
        "keys-of-nt": {"the keys": f"2*n_t*({WIDTH})**2"},
        # The error shows in the term of the keys, where half of the products are right.
        "wo-on-those-asked-too": {"the keys": f"4*n_s*({WIDTH})**2"},
        "self-attention-as-well": {"+": f"8*n_t*({WIDTH})**2 + 4*n_t**2*{WIDTH}"},
        "with-the-backward-pass": {"*": "3"},
        "projections-without-additions": {
            name: f"{tokens}*({WIDTH})**2"
            for name, tokens in zip(PROJECTIONS, ("n_t", "n_s", "n_s", "n_t"), strict=True)
        },
        "projections-without-additions-and-wo": {
            "the queries": f"n_t*({WIDTH})**2",
            "the keys": f"n_s*({WIDTH})**2",
            "the values": f"n_s*({WIDTH})**2",
            "the product with W_o": "0",
        },
        "output-of-ns": {"the product with W_o": f"2*n_s*({WIDTH})**2"},
        "single-head": "4*(n_t + n_s)*d_head**2 + 4*n_t*n_s*d_head",
        "projections-for-each-head": {
            "the queries": f"2*n_t*n_heads*({WIDTH})**2",
            "the keys": f"2*n_s*n_heads*({WIDTH})**2",
            "the values": f"2*n_s*n_heads*({WIDTH})**2",
            "the product with W_o": f"2*n_t*n_heads*({WIDTH})**2",
        },
        "projections-of-one-token": dict.fromkeys(PROJECTIONS, f"2*({WIDTH})**2"),
        "heads-counted-twice": dict.fromkeys(ATTENTION, "2*n_t*n_s*n_heads**2*d_head"),
        "scores-of-one-head": dict.fromkeys(ATTENTION, "2*n_t*n_s*d_head"),
        "self-attention": dict.fromkeys(ATTENTION, "2*n_s**2*n_heads*d_head"),
        "two-flops-per-weight": dict.fromkeys(ATTENTION, "0"),
        "projections-missing": dict.fromkeys(PROJECTIONS, "0"),
        "scores-of-d-squared": dict.fromkeys(ATTENTION, f"2*n_t*n_s*({WIDTH})**2"),
    },
    conventions={
        "biases-charged": {"+": f"2*(n_t + n_s)*{WIDTH}"},
        "biases-of-queries-keys-values-charged": {"+": f"(n_t + 2*n_s)*{WIDTH}"},
        "scale-charged-on-queries": {"+": f"n_t*{WIDTH}"},
    }
    | {
        f"softmax-charged({number})": {"+": f"{number}*n_heads*n_t*n_s"}
        for number in (1, 2, 3, 4, 5)
    },
)
LEFT = dict.fromkeys(AS_IN_HEAD_COSTS, 1 / 2)
LEFT |= {"projections-without-additions": 3 / 4, "one-text": 1 / 3}
# A quarter of the points for the convention, and half a term of three for the product.
LEFT |= {"projections-without-additions-and-wo": 7 / 12}
verdict.at_least(LEFT.get(verdict.mistake, 0) * verdict.max_points)
