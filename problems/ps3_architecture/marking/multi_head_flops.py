"""FLOPs of multi-head cross-attention."""

from functools import cache

from examiner.checks import (
    Adds,
    Count,
    Custom,
    FormulaLike,
    GradingContext,
    Product,
    Term,
    Times,
    Verdict,
    convention,
    misconception,
    missed_idea,
    sizes,
)

from .head_messages import (
    BIASES_CHARGED,
    BIASES_OF_QUERIES_KEYS_VALUES_CHARGED,
    HEADS_SEE_A_SLICE,
    HEADS_SEE_A_SLICE_ALSO_IN_WO,
    KEYS_AND_VALUES_SHARED,
    OUTPUT_PROJECTION_MISSING,
    TWO_FLOPS_PER_WEIGHT,
    WITH_THE_BACKWARD_PASS,
    WO_OF_ONE_HEAD,
)

SIZES = n_t, n_s, d_head, n_heads = sizes("n_t n_s d_head n_heads")
D = n_heads * d_head

QUERIES = Product("the queries", n_t, D, D)
KEYS = Product("the keys", n_s, D, D)
VALUES = Product("the values", n_s, D, D)
SCORES = Product("the scores", n_t, d_head, n_s, times=n_heads)
SUMS = Product("the weighted sums", n_t, n_s, d_head, times=n_heads)
OUTPUT = Product("the product with W_o", n_t, D, D)
PRODUCTS = [QUERIES, KEYS, VALUES, SCORES, SUMS, OUTPUT]


def attention_costs(cost: FormulaLike) -> dict[Term, FormulaLike]:
    """The effect that scores and weighted sums cost so much each."""
    return {SCORES: cost, SUMS: cost}


def projections_cost(per_token: FormulaLike) -> dict[Term, FormulaLike]:
    """The effect that each projection costs so much for a token."""
    return {
        QUERIES: n_t * per_token,
        KEYS: n_s * per_token,
        VALUES: n_s * per_token,
        OUTPUT: n_t * per_token,
    }


# What a projection of a slice costs for the tokens that ask, and for those that are asked.
SLICE_T, SLICE_S = (2 * tokens * n_heads * d_head**2 for tokens in (n_t, n_s))

# fmt: off
# Misconceptions that are charged in head_costs, where they are there.
AS_IN_HEAD_COSTS = [
    misconception("output-projection-missing", {OUTPUT: 0}, OUTPUT_PROJECTION_MISSING),
    misconception("heads-see-a-slice", {QUERIES: SLICE_T, KEYS: SLICE_S, VALUES: SLICE_S},
      HEADS_SEE_A_SLICE),
    misconception("keys-and-values-shared", {KEYS: SLICE_S, VALUES: SLICE_S},
      KEYS_AND_VALUES_SHARED),
    misconception("wo-of-one-head", {OUTPUT: SLICE_T}, WO_OF_ONE_HEAD),
    misconception("heads-see-a-slice-also-in-wo",
      {QUERIES: SLICE_T, KEYS: SLICE_S, VALUES: SLICE_S, OUTPUT: SLICE_T},
      HEADS_SEE_A_SLICE_ALSO_IN_WO),
]
MISCONCEPTIONS = [
    misconception("projections-of-nt-only", {KEYS: 2 * n_t * D**2, VALUES: 2 * n_t * D**2},
      "four projections of one text are counted, those of n_t tokens; keys and values are of n_s"),
    misconception("one-text", 8 * (n_t + n_s) * D**2 + 4 * (n_t + n_s)**2 * D,
      "this is one text of n_t + n_s tokens; n_t of them ask, and n_s others are asked"),
    misconception("ask-themselves-too",
      {KEYS: 2 * (n_t + n_s) * D**2, VALUES: 2 * (n_t + n_s) * D**2,
       **attention_costs(2 * n_t * (n_t + n_s) * D)},
      "n_s tokens are asked; here the n_t that ask are asked as well"),
    misconception("keys-of-nt", {KEYS: 2 * n_t * D**2},
      "only the values are projected from the n_s tokens that are asked; so are the keys"),
    # It shows in the term of the keys, where half of the products are right.
    misconception("wo-on-those-asked-too", {KEYS: 4 * n_s * D**2},
      "W_o maps the n_s tokens, which are only asked, as well; or the keys are counted twice"),
    misconception("self-attention-as-well", Adds(8 * n_t * D**2 + 4 * n_t**2 * D),
      "self-attention of the n_t tokens is counted as well; it is another layer's"),
    misconception("with-the-backward-pass", Times(3), WITH_THE_BACKWARD_PASS),
    convention("projections-without-additions", projections_cost(D**2),
      "the projections are counted as multiply–accumulates, and each is two FLOPs (P6), or "
      "two of them are missing, one of n_t tokens and one of n_s"),
    misconception("projections-without-additions-and-wo", {**projections_cost(D**2), OUTPUT: 0},
      "the projections are counted as multiply–accumulates (P6), and the queries or the "
      "product with W_o are missing"),
    misconception("output-of-ns", {OUTPUT: 2 * n_s * D**2},
      "the output has a row for each token that asks, n_t of them, not n_s"),
    missed_idea("single-head", 4 * (n_t + n_s) * d_head**2 + 4 * n_t * n_s * d_head,
      "this is a single head, on tokens no wider than the head; they have D = He numbers"),
    misconception("projections-for-each-head", projections_cost(2 * n_heads * D**2),
      "D² for each projection is for all heads together: not times H"),
    misconception("projections-of-one-token",
      dict.fromkeys((QUERIES, KEYS, VALUES, OUTPUT), 2 * D**2),
      "the projections happen for every token: times n_t or n_s"),
    misconception("heads-counted-twice", attention_costs(2 * n_t * n_s * n_heads**2 * d_head),
      "the heads together are as wide as a token: scores and weighted sums are multiplied by "
      "H once, not twice"),
    misconception("scores-of-one-head", attention_costs(2 * n_t * n_s * d_head),
      "every head has scores and weighted sums of its own: times H"),
    misconception("self-attention", attention_costs(2 * n_s**2 * n_heads * d_head),
      "the scores of a text with itself are counted; here n_t tokens meet n_s others"),
    misconception("two-flops-per-weight", attention_costs(0), TWO_FLOPS_PER_WEIGHT),
    misconception("projections-missing", projections_cost(0),
      "the projections are forgotten: they are products too"),
    misconception("scores-of-d-squared", attention_costs(2 * n_t * n_s * D**2),
      "every pair of tokens has a score in each head, a number for e products, not for D²"),
    convention("biases-charged", Adds(2 * (n_t + n_s) * D), BIASES_CHARGED),
    convention("biases-of-queries-keys-values-charged", Adds((n_t + 2 * n_s) * D),
      BIASES_OF_QUERIES_KEYS_VALUES_CHARGED),
    convention("scale-charged-on-queries", Adds(n_t * D),
      "the factor 1/√e on the queries, a bias of the queries or of W_o, or the residual "
      "addition is charged, and these are no matrix products"),
    *[convention(f"softmax-charged({k})", Adds(k * n_heads * n_t * n_s),
      f"{k} for each score: the softmax or the factor 1/√e is charged, and these are no matrix "
      "products") for k in (1, 2, 3, 4, 5)],
]
# fmt: on

CARRIED = {each.key: each for each in AS_IN_HEAD_COSTS}

# Matrices of one head cost as much as slices of all heads, where D = He.
AS_SLICES = {
    "maps-of-one-head": "heads-see-a-slice",
    "factor-missing(n_heads)": "heads-see-a-slice-also-in-wo",
}


@cache
def count_after(carried: str) -> Count:
    """The check of an answer, given the misconception in head_costs that it may rest on."""
    others = [each for key, each in CARRIED.items() if key != carried]
    given = "right, given your answer to head_costs"
    return Count(
        SIZES,
        PRODUCTS,
        misconceptions=[*others, *MISCONCEPTIONS],
        accept={given: CARRIED[carried].effects[0]} if carried else {},
    )


def carried_over(grading: GradingContext) -> str:
    """The key of the misconception in head_costs that this count may rest on, or ""."""
    earlier = grading.carried_forward("head_costs")
    mistake = earlier.misconception_key if earlier else ""
    mistake = AS_SLICES.get(mistake, mistake)
    return mistake if mistake in CARRIED else ""


def judge(grading: GradingContext, multi_head_flops: object) -> Verdict:
    """Mark the count, given the student's answer to head_costs."""
    return grading.mark(count_after(carried_over(grading)), multi_head_flops)


question = Custom(judge, [count_after("")])
