"""Weights and FLOPs of heads of any width."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from examiner.checks import (
    Adds,
    Count,
    Custom,
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
    total,
)

from .bytes import BYTES
from .head_messages import (
    BIASES_CHARGED,
    BIASES_OF_QUERIES_KEYS_VALUES_CHARGED,
    HEADS_SEE_A_SLICE,
    HEADS_SEE_A_SLICE_ALSO_IN_WO,
    KEYS_AND_VALUES_SHARED,
    MAPS_OF_ONE_HEAD,
    OUTPUT_PROJECTION_MISSING,
    TWO_FLOPS_PER_WEIGHT,
    WITH_THE_BACKWARD_PASS,
    WO_OF_ONE_HEAD,
)

SIZES = n, d, n_heads, d_head = sizes("n d n_heads d_head")
FILLED = {d: n_heads * d_head}  # the heads together are as wide as a token

QKV = Term("W_q, W_k and W_v", 3 * n_heads * d_head * d)
OUTPUT = Term("W_o", d * n_heads * d_head)
WEIGHTS = [QKV, OUTPUT]

PROJECTED = Product("the queries, keys and values", n, d, d_head, times=3 * n_heads)
SCORES = Product("the scores", n, d_head, n, times=n_heads)
SUMS = Product("the weighted sums", n, n, d_head, times=n_heads)
MAPPED_BACK = Product("the product with W_o", n, n_heads * d_head, d)
PRODUCTS = [PROJECTED, SCORES, SUMS, MAPPED_BACK]

# fmt: off
HEADS_AS_WIDE_AS_A_TOKEN = (
    "this assumes heads as wide as a token; the width of a head is d_head"
)
WO_OF_D_BY_D = (
    "W_o maps the heads' outputs, side by side, back to width D: it is D × He, not D × D"
)
WO_OF_HE_BY_HE = (
    "W_o maps the heads' outputs, side by side, back to width D: it is D × He, not He × He"
)
VALUES_OF_FULL_WIDTH = (
    "your count has a W_v of D × D in each head, and no W_o; W_v is e × D in each head, and W_o "
    "maps the heads' outputs, side by side, back to width D"
)

IN_WEIGHTS = [
    misconception("output-projection-missing", {OUTPUT: 0}, OUTPUT_PROJECTION_MISSING),
    misconception("heads-see-a-slice", {QKV: 3 * n_heads * d_head**2}, HEADS_SEE_A_SLICE),
    misconception("heads-see-a-slice-also-in-wo",
      {QKV: 3 * n_heads * d_head**2, OUTPUT: n_heads * d_head**2}, HEADS_SEE_A_SLICE_ALSO_IN_WO),
    missed_idea("one-block-for-each-head", n_heads * d_head**2,
      "this counts one e × e matrix per head. Each head has W_q, W_k and W_v, which are e × D, "
      "because it reads all D numbers of a token; and there is W_o"),
    misconception("heads-as-wide-as-a-token",
      {QKV: 3 * n_heads * d**2, OUTPUT: n_heads * d**2}, HEADS_AS_WIDE_AS_A_TOKEN),
    misconception("keys-and-values-shared",
      {QKV: n_heads * d_head * d + 2 * d_head * d}, KEYS_AND_VALUES_SHARED),
    misconception("values-of-full-width",
      {QKV: n_heads * (2 * d_head * d + d**2), OUTPUT: 0}, VALUES_OF_FULL_WIDTH),
]
# With D = He, each of these is right or equals another misconception.
IN_WEIGHTS_AT_ANY_WIDTH = [
    misconception("wo-of-d-by-d", {OUTPUT: d**2}, WO_OF_D_BY_D),
    misconception("wo-of-he-by-he", {OUTPUT: n_heads**2 * d_head**2}, WO_OF_HE_BY_HE),
    misconception("maps-of-one-head", {QKV: 3 * d_head * d}, MAPS_OF_ONE_HEAD),
    misconception("wo-of-one-head", {OUTPUT: d * d_head}, WO_OF_ONE_HEAD),
]
OTHERS_IN_WEIGHTS = [
    misconception("weights-for-each-token", Times(n),
      "all tokens share the weights, so their number doesn't depend on the sequence length"),
    misconception("attention-weights", Adds(n_heads * n**2),
      "you count the entries of A, but these are not parameters: each text has its own"),
    convention("biases", Adds(3 * n_heads * d_head + d),
      "biases are counted, but there are none here"),
    convention("biases-of-queries-keys-values", Adds(3 * n_heads * d_head),
      "biases of queries, keys and values are counted, but there are none here"),
    convention("four-biases", Adds(4 * d),
      "four biases of width D are counted, but there are none here"),
    *BYTES,
]

IN_FLOPS = [
    misconception("output-projection-missing", {MAPPED_BACK: 0}, OUTPUT_PROJECTION_MISSING),
    misconception("heads-see-a-slice", {PROJECTED: 6 * n * n_heads * d_head**2}, HEADS_SEE_A_SLICE),
    misconception("heads-see-a-slice-also-in-wo",
      {PROJECTED: 6 * n * n_heads * d_head**2, MAPPED_BACK: 2 * n * n_heads * d_head**2},
      HEADS_SEE_A_SLICE_ALSO_IN_WO),
    misconception("heads-as-wide-as-a-token",
      {PROJECTED: 6 * n * n_heads * d**2, SCORES: 2 * n_heads * n**2 * d,
       SUMS: 2 * n_heads * n**2 * d, MAPPED_BACK: 2 * n * n_heads * d**2},
      HEADS_AS_WIDE_AS_A_TOKEN),
    misconception("keys-and-values-shared",
      {PROJECTED: 2 * n * n_heads * d_head * d + 4 * n * d_head * d}, KEYS_AND_VALUES_SHARED),
    misconception("values-of-full-width",
      {PROJECTED: 4 * n * n_heads * d_head * d + 2 * n * n_heads * d**2,
       SUMS: 2 * n_heads * n**2 * d, MAPPED_BACK: 0},
      VALUES_OF_FULL_WIDTH),
]
IN_FLOPS_AT_ANY_WIDTH = [
    misconception("wo-of-d-by-d", {MAPPED_BACK: 2 * n * d**2}, WO_OF_D_BY_D),
    misconception("wo-of-he-by-he", {MAPPED_BACK: 2 * n * n_heads**2 * d_head**2}, WO_OF_HE_BY_HE),
    misconception("maps-of-one-head", {PROJECTED: 6 * n * d_head * d}, MAPS_OF_ONE_HEAD),
    misconception("wo-of-one-head", {MAPPED_BACK: 2 * n * d_head * d}, WO_OF_ONE_HEAD),
]
OTHERS_IN_FLOPS = [
    misconception("head-vectors-of-d",
      {SCORES: 2 * n_heads * n**2 * d, SUMS: 2 * n_heads * n**2 * d},
      "the vectors of a head have d_head numbers, not D"),
    misconception("scores-of-one-head", {SCORES: 2 * n**2 * d_head, SUMS: 2 * n**2 * d_head},
      "every head has scores of its own"),
    misconception("one-score-for-each-token",
      {SCORES: 2 * n_heads * n * d_head, SUMS: 2 * n_heads * n * d_head},
      "every token has a score for each token: L² scores in a head, not L"),
    misconception("causal-mask",
      {SCORES: n_heads * n * (n + 1) * d_head, SUMS: n_heads * n * (n + 1) * d_head},
      "nothing is masked here: every token looks at all L tokens"),
    misconception("projections-of-one-token",
      {PROJECTED: 6 * n_heads * d_head * d, MAPPED_BACK: 2 * n_heads * d_head * d},
      "every token is projected: multiply by L"),
    misconception("projected-for-each-pair",
      {PROJECTED: 6 * n**2 * n_heads * d_head * d, MAPPED_BACK: 2 * n**2 * n_heads * d_head * d},
      "a token is projected once, not once for each token that looks at it"),
    misconception("not-with-itself",
      {SCORES: 2 * n_heads * n * (n - 1) * d_head, SUMS: 2 * n_heads * n * (n - 1) * d_head},
      "a token attends to itself as well: L² scores in a head, not L(L − 1)"),
    misconception("softmax-last",
      {SCORES: 2 * n_heads * n * d_head**2, SUMS: 2 * n_heads * n * d_head**2},
      "you multiply keys and values first, which gives d_head × d_head, or you swap n and "
      "d_head; the softmax needs the L × L scores before the values are used"),
    misconception("two-flops-per-weight", {SCORES: 0, SUMS: 0}, TWO_FLOPS_PER_WEIGHT),
    misconception("with-the-backward-pass", Times(3), WITH_THE_BACKWARD_PASS),
    convention("biases-charged", Adds(3 * n * n_heads * d_head + n * d), BIASES_CHARGED),
    convention("biases-of-queries-keys-values-charged", Adds(3 * n * n_heads * d_head),
      BIASES_OF_QUERIES_KEYS_VALUES_CHARGED),
    convention("residual-or-bias-charged", Adds(n * d),
      "a residual connection or a bias of W_o is counted, but there is neither here"),
    convention("head-results-added", Adds((n_heads - 1) * n * d),
      "the additions of the heads' results are counted, but the product with W_o already "
      "includes them in its sums over the inner dimension (P2)"),
    convention("scale-charged-on-queries", Adds(n * n_heads * d_head),
      "the factor 1/√e on the queries is counted; here it is free (P5)"),
    convention("scale-or-softmax-charged", Adds(n_heads * n**2),
      "the factor 1/√e on the scores is counted, or one operation of the softmax for each; here "
      "both are free (P5)"),
    *[convention(f"softmax-charged({k})", Adds(k * n_heads * n**2),
      f"{k} operations for each score are counted for the softmax and the factor 1/√e; here both "
      "are free (P5)") for k in (2, 3, 4, 5)],
]
# fmt: on
ALL_IN_FLOPS = {each.key: each for each in [*IN_FLOPS, *IN_FLOPS_AT_ANY_WIDTH]}


ONE_WIDTH = misconception(
    "width-of-a-head-fixed",
    message="this is right for D = He only; here the width of a head is a size of its own",
)


@dataclass(frozen=True)
class AnyWidth:
    """Two checks of a function of heads.

    Attributes:
        anywhere: The check at any sizes.
        filled: The check at sizes with D = He.
    """

    anywhere: Count
    filled: Count

    def verdict(self, grading: GradingContext, answer: object) -> Verdict:
        """Mark the function at any sizes.

        If it is right for D = He only, as with `d // n_heads`, that is a single misconception.
        """
        verdict = grading.mark(self.anywhere, answer)
        if verdict.points == verdict.max_points or verdict.misconception_key:
            return verdict
        special = grading.mark(self.filled, answer)
        is_right = special.points == special.max_points
        return verdict.explained_by(ONE_WIDTH) if is_right else verdict


OF_WEIGHTS = AnyWidth(
    Count(
        SIZES,
        WEIGHTS,
        misconceptions=[*IN_WEIGHTS, *IN_WEIGHTS_AT_ANY_WIDTH, *OTHERS_IN_WEIGHTS],
        others={"head_flops": total(PRODUCTS)},
        share=1 / 4,
    ),
    Count(SIZES, WEIGHTS, misconceptions=IN_WEIGHTS, where=FILLED, share=1 / 4),
)
OF_FLOPS = AnyWidth(
    Count(
        SIZES,
        PRODUCTS,
        misconceptions=[*ALL_IN_FLOPS.values(), *OTHERS_IN_FLOPS],
        others={"head_weights": total(WEIGHTS)},
        share=3 / 4,
    ),
    Count(SIZES, PRODUCTS, misconceptions=IN_FLOPS, where=FILLED, share=3 / 4),
)


def accepted(weights: Verdict) -> Mapping[str, object]:
    """Return the FLOPs that follow from the student's own weights.

    With these, a misconception about the weights costs points only once.

    Returns:
        The message that allows it -> its effect on the FLOPs.
    """
    given: dict[str, object] = {}
    if weights.misconception_key in ALL_IN_FLOPS:
        (given["right, given your head_weights"],) = ALL_IN_FLOPS[weights.misconception_key].effects
    own = weights.counted if weights.misconception_key and weights.may_be_carried else None
    if isinstance(own, Polynomial) and own.degrees[0] == 0:  # independent of n
        given["right, given your head_weights, which each token meets once"] = (
            2 * n * own + 4 * n_heads * n**2 * d_head
        )
    return given


def flops_after(weights: Verdict) -> AnyWidth:
    """Return the checks of the FLOPs, given the verdict on the weights."""
    given = accepted(weights)
    if not given:
        return OF_FLOPS
    others: list[Misconception] = [
        each for k, each in ALL_IN_FLOPS.items() if k != weights.misconception_key
    ]
    anywhere = replace(OF_FLOPS.anywhere, misconceptions=[*others, *OTHERS_IN_FLOPS], accept=given)
    return replace(OF_FLOPS, anywhere=anywhere)


def judge(grading: GradingContext, head_weights: object, head_flops: object) -> Verdict:
    """Mark the weights, then the FLOPs. A misconception costs points only once."""
    weights = OF_WEIGHTS.verdict(grading, head_weights)
    flops = flops_after(weights).verdict(grading, head_flops)
    return weights.for_function("head_weights") + flops.for_function("head_flops")


question = Custom(
    judge, {"head_weights": [OF_WEIGHTS.anywhere], "head_flops": [OF_FLOPS.anywhere]}, [ONE_WIDTH]
)
