from .credit import raised
from .head_mistakes import BLOCKS, NO_OUTPUT, SLICED

WIDTH = "n_heads*d_head"
PRODUCTS = {
    "the queries": f"n_t {WIDTH} {WIDTH}",
    "the keys": f"n_s {WIDTH} {WIDTH}",
    "the values": f"n_s {WIDTH} {WIDTH}",
    "the scores": "n_heads n_t d_head n_s",
    "the weighted sums": "n_heads n_t n_s d_head",
    "the product with W_o": f"n_t {WIDTH} {WIDTH}",
}
# Mistakes that are charged in head_costs, where they are made there.
AS_IN_HEAD_COSTS = {
    NO_OUTPUT: {"the product with W_o": "0"},
    SLICED: {
        "the queries": "2*n_t*n_heads*d_head**2",
        "the keys": "2*n_s*n_heads*d_head**2",
        "the values": "2*n_s*n_heads*d_head**2",
    },
    BLOCKS: {
        "the queries": "2*n_t*n_heads*d_head**2",
        "the keys": "2*n_s*n_heads*d_head**2",
        "the values": "2*n_s*n_heads*d_head**2",
        "the product with W_o": "2*n_t*n_heads*d_head**2",
    },
}


def carried_over():
    """The mistake in head_costs, if there is one that this count may rest on."""
    verdict = checks.followed("head_costs")
    return verdict.mistake if verdict and verdict.mistake in AS_IN_HEAD_COSTS else ""


def with_mistake(wrong):
    """The cost where these parts are counted otherwise."""
    return checks.cost({part: each for part, each in PRODUCTS.items() if part not in wrong}, wrong)


carried = carried_over()
verdict = checks.flops(
    multi_head_flops,
    variables="n_t n_s d_head n_heads",
    products=PRODUCTS,
    accept={"right, given your answer to head_costs": with_mistake(AS_IN_HEAD_COSTS[carried])}
    if carried
    else {},
    mistakes={text: wrong for text, wrong in AS_IN_HEAD_COSTS.items() if text != carried}
    | {
        "four projections of one text are counted, those of n_t tokens; keys and values are of"
        " n_s": {
            "the keys": f"2*n_t*({WIDTH})**2",
            "the values": f"2*n_t*({WIDTH})**2",
        },
        "this is one text of n_t + n_s tokens; n_t of them ask, and n_s others are asked": (
            f"8*(n_t + n_s)*({WIDTH})**2 + 4*(n_t + n_s)**2*{WIDTH}"
        ),
        "only the values are projected from the n_s tokens that are asked; so are the keys": {
            "the keys": f"2*n_t*({WIDTH})**2",
        },
        "the output has a row for each token that asks, n_t of them, not n_s": {
            "the product with W_o": f"2*n_s*({WIDTH})**2",
        },
        "this is a single head, on tokens no wider than the head; they have D = He numbers": (
            "4*(n_t + n_s)*d_head**2 + 4*n_t*n_s*d_head"
        ),
        "D² for each projection is for all heads together: not times H": {
            "the queries": f"2*n_t*n_heads*({WIDTH})**2",
            "the keys": f"2*n_s*n_heads*({WIDTH})**2",
            "the values": f"2*n_s*n_heads*({WIDTH})**2",
            "the product with W_o": f"2*n_t*n_heads*({WIDTH})**2",
        },
        "the projections happen for every token: times n_t or n_s": dict.fromkeys(
            ("the queries", "the keys", "the values", "the product with W_o"), f"2*({WIDTH})**2"
        ),
        "the heads together are as wide as a token: scores and weighted sums are multiplied by H"
        " once, not twice": {
            "the scores": "2*n_t*n_s*n_heads**2*d_head",
            "the weighted sums": "2*n_t*n_s*n_heads**2*d_head",
        },
        "every head has scores and weighted sums of its own: times H": {
            "the scores": "2*n_t*n_s*d_head",
            "the weighted sums": "2*n_t*n_s*d_head",
        },
        "the scores of a text with itself are counted; here n_t tokens meet n_s others": {
            "the scores": "2*n_s**2*n_heads*d_head",
            "the weighted sums": "2*n_s**2*n_heads*d_head",
        },
        "two FLOPs per weight and token leaves out the products of attention, which have no"
        " weights": {
            "the scores": "0",
            "the weighted sums": "0",
        },
        "the projections are forgotten: they are products too": {
            "the queries": "0",
            "the keys": "0",
            "the values": "0",
            "the product with W_o": "0",
        },
        "every pair of tokens has a score in each head, a number for e products, not for D²": {
            "the scores": f"2*n_t*n_s*({WIDTH})**2",
            "the weighted sums": f"2*n_t*n_s*({WIDTH})**2",
        },
    },
    conventions={
        "biases are charged, and here are none": {"+": f"2*(n_t + n_s)*{WIDTH}"},
        "biases of queries, keys and values are charged, and here are none": {
            "+": f"(n_t + 2*n_s)*{WIDTH}"
        },
        "the factor 1/√e is charged on the queries, which is no matrix product": {
            "+": f"n_t*{WIDTH}"
        },
    }
    | {
        f"{number} for each score {'is' if number == 1 else 'are'} charged, for the softmax or the"
        " factor 1/√e, which are no matrix products": {"+": f"{number}*n_heads*n_t*n_s"}
        for number in (1, 2, 3, 4, 5)
    },
)
raised(verdict, 1 / 2) if verdict.mistake in AS_IN_HEAD_COSTS else verdict
