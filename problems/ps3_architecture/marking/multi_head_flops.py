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
    """Return the effect that scores and weighted sums cost this much each."""
    return {SCORES: cost, SUMS: cost}


def projections_cost(per_token: FormulaLike) -> dict[Term, FormulaLike]:
    """Return the effect that each projection costs this much per token."""
    return {
        QUERIES: n_t * per_token,
        KEYS: n_s * per_token,
        VALUES: n_s * per_token,
        OUTPUT: n_t * per_token,
    }


# The cost of a projection of a slice, for the n_t and for the n_s tokens.
SLICE_T, SLICE_S = (2 * tokens * n_heads * d_head**2 for tokens in (n_t, n_s))

# fmt: off
# Misconceptions that cost points in head_costs already, if they are there.
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
      "this counts four projections of n_t tokens, as for a single text; keys and values belong "
      "to n_s tokens"),
    misconception("one-text", 8 * (n_t + n_s) * D**2 + 4 * (n_t + n_s)**2 * D,
      "this counts one text of n_t + n_s tokens; here n_t tokens have queries, and n_s others "
      "have keys and values"),
    misconception("ask-themselves-too",
      {KEYS: 2 * (n_t + n_s) * D**2, VALUES: 2 * (n_t + n_s) * D**2,
       **attention_costs(2 * n_t * (n_t + n_s) * D)},
      "your count gives keys and values to all n_t + n_s tokens; only the n_s tokens have them"),
    misconception("keys-of-nt", {KEYS: 2 * n_t * D**2},
      "your keys are projected from n_t tokens; like the values, they come from n_s tokens"),
    # The effect is on the keys, so that half of their term is right.
    misconception("wo-on-those-asked-too", {KEYS: 4 * n_s * D**2},
      "you apply W_o to the n_s tokens, which have no output here, or you count the keys twice"),
    misconception("self-attention-as-well", Adds(8 * n_t * D**2 + 4 * n_t**2 * D),
      "self-attention of the n_t tokens is counted as well, but it belongs to another layer"),
    misconception("with-the-backward-pass", Times(3), WITH_THE_BACKWARD_PASS),
    convention("projections-without-additions", projections_cost(D**2),
      "the projections are counted as multiply–accumulates, but each of these is two FLOPs "
      "(P6); or two projections are missing, one of n_t and one of n_s tokens"),
    misconception("projections-without-additions-and-wo", {**projections_cost(D**2), OUTPUT: 0},
      "the projections are counted as multiply–accumulates (P6), and the queries or the "
      "product with W_o are missing"),
    misconception("output-of-ns", {OUTPUT: 2 * n_s * D**2},
      "the output has a row for each of the n_t tokens with a query, not n_s rows"),
    missed_idea("single-head", 4 * (n_t + n_s) * d_head**2 + 4 * n_t * n_s * d_head,
      "this is a single head on tokens as narrow as the head; tokens have D = He numbers"),
    misconception("projections-for-each-head", projections_cost(2 * n_heads * D**2),
      "D² for each projection already counts all heads: don't multiply by H"),
    misconception("projections-of-one-token",
      dict.fromkeys((QUERIES, KEYS, VALUES, OUTPUT), 2 * D**2),
      "every token is projected: multiply by n_t or n_s"),
    misconception("heads-counted-twice", attention_costs(2 * n_t * n_s * n_heads**2 * d_head),
      "the heads together are as wide as a token: multiply scores and weighted sums by H once, "
      "not twice"),
    misconception("scores-of-one-head", attention_costs(2 * n_t * n_s * d_head),
      "every head has its own scores and weighted sums: multiply by H"),
    misconception("self-attention", attention_costs(2 * n_s**2 * n_heads * d_head),
      "this counts the scores of a text with itself; here n_t queries meet n_s keys"),
    misconception("two-flops-per-weight", attention_costs(0), TWO_FLOPS_PER_WEIGHT),
    misconception("projections-missing", projections_cost(0),
      "the projections are missing: they are products too"),
    misconception("scores-of-d-squared", attention_costs(2 * n_t * n_s * D**2),
      "in each head, the score of a pair of tokens takes e products, not D²"),
    convention("biases-charged", Adds(2 * (n_t + n_s) * D), BIASES_CHARGED),
    convention("biases-of-queries-keys-values-charged", Adds((n_t + 2 * n_s) * D),
      BIASES_OF_QUERIES_KEYS_VALUES_CHARGED),
    convention("scale-charged-on-queries", Adds(n_t * D),
      "you count the factor 1/√e on the queries, a bias of the queries or of W_o, or the "
      "residual addition; these are no matrix products"),
    *[convention(f"softmax-charged({k})", Adds(k * n_heads * n_t * n_s),
      f"{k} for each score: you count the softmax or the factor 1/√e; these are no matrix "
      "products") for k in (1, 2, 3, 4, 5)],
]
# fmt: on

CARRIED = {each.key: each for each in AS_IN_HEAD_COSTS}

# With D = He, matrices of one head cost as much as slices of all heads.
AS_SLICES = {
    "maps-of-one-head": "heads-see-a-slice",
    "factor-missing(n_heads)": "heads-see-a-slice-also-in-wo",
}


@cache
def count_after(carried: str) -> Count:
    """Return the check of an answer that may rest on a misconception in head_costs."""
    others = [each for key, each in CARRIED.items() if key != carried]
    given = "right, given your answer to head_costs"
    return Count(
        SIZES,
        PRODUCTS,
        misconceptions=[*others, *MISCONCEPTIONS],
        accept={given: CARRIED[carried].effects[0]} if carried else {},
    )


def carried_over(grading: GradingContext) -> str:
    """Return the key of the misconception in head_costs that is carried forward; "" if none is."""
    earlier = grading.carried_forward("head_costs")
    mistake = earlier.misconception_key if earlier else ""
    mistake = AS_SLICES.get(mistake, mistake)
    return mistake if mistake in CARRIED else ""


def judge(grading: GradingContext, multi_head_flops: object) -> Verdict:
    """Mark the count, given the student's answer to head_costs."""
    return grading.mark(count_after(carried_over(grading)), multi_head_flops)


question = Custom(judge, [count_after("")])
