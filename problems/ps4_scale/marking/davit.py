"""FLOPs of attention among patches, and among channels."""

from examiner.checks import (
    Adds,
    Count,
    Custom,
    Formula,
    GradingContext,
    Misconception,
    Product,
    Term,
    Verdict,
    convention,
    misconception,
    missed_idea,
    sizes,
)

from .own_dense import own_dense

SIZES = n, d = sizes("n d")
PATCH_SCORES = Product("the scores", n, d, n)
PATCH_SUMS = Product("the weighted sums", n, n, d)
CHANNEL_SCORES = Product("the scores", d, n, d)
CHANNEL_SUMS = Product("the weighted sums", d, d, n)
PATCHES, CHANNELS = 4 * n**2 * d, 4 * n * d**2


# fmt: off
def common(many: Formula, wide: Formula, scores: Term, of_sides: Formula) -> list[Misconception]:
    """Return the misconceptions and conventions of both counts.

    Args:
        many: The number of vectors that attend to each other.
        wide: The number of components of each vector.
        scores: The term of the scores.
        of_sides: The count if n is the number of patches along a side.
    """
    return [
        missed_idea("number-of-weights", many**2,
          "this is the number of attention weights, one for each pair"),
        misconception("n-is-a-side", of_sides,
          "n is the number of all patches, not of the patches along a side"),
        misconception("exchanged-or-linear", 4 * many * wide**2,
          "n and d are swapped, or you multiply keys and values first, as in linear attention; "
          "here queries are multiplied by keys first"),
        missed_idea("one-product-of-one-query", 2 * n * d,
          "this is one product for a single query: each vector attends to all others, with scores "
          "and weighted sums"),
        misconception("scores-once", {scores: many * (many + 1) * wide},
          "you count only one of the scores (i, j) and (j, i); they differ, since queries and "
          "keys differ"),
        convention("scale-charged", Adds(many**2),
          "the factor 1/√d, or one operation of the softmax, is counted for each score; here "
          "both are free (P5)"),
        *[convention(f"projections-counted({k})", Adds(2 * k * n * d**2),
          f"{k} projections are counted; count only scores and weighted sums") for k in (3, 4)],
        *[convention(f"softmax-charged({k})", Adds(k * many**2),
          f"{k} operations for each score, softmax or scale, are counted; here they are free (P5)")
          for k in (2, 3, 4, 5)],
    ]


OF_PATCHES = [
    *common(n, d, PATCH_SCORES, 4 * n**4 * d),
    misconception("one-patch", 4 * n * d,
      "this is for one patch; there are n"),
    misconception("causal-patches", 2 * n * (n + 1) * d,
      "your patches look only at earlier patches and themselves; here each looks at all n"),
]
OF_CHANNELS = [
    *common(d, n, CHANNEL_SCORES, 4 * n**2 * d**2),
    misconception("one-channel", 4 * n * d,
      "this is for one channel; there are d"),
    convention("projections-n-by-n", Adds(6 * n**2 * d),
      "projections with n × n matrices are counted; count only scores and weighted sums here"),
]

# Misconceptions that only the two counts together show.
FUNCTIONS_EXCHANGED = misconception("functions-exchanged",
  message="the two functions are swapped")
ONE_VECTOR = misconception("one-vector",
  message="this is for a single query; there are n patches, and d channels")
ONE_PRODUCT_MISSING = misconception("one-product-missing",
  message="the scores or the weighted sums are missing; the other function counts both")
MISSING_AS_BEFORE = misconception("missing-as-before",
  message="the scores or the weighted sums are missing, as in your dense_flops")
MULTIPLY_ACCUMULATES = convention("multiply-accumulates",
  message="you count multiply–accumulates, as in your dense_flops; each is two FLOPs (P6)")
TOGETHER = [FUNCTIONS_EXCHANGED, ONE_VECTOR, ONE_PRODUCT_MISSING, MISSING_AS_BEFORE,
            MULTIPLY_ACCUMULATES]
# fmt: on

PATCH_COUNT = Count(
    SIZES,
    [PATCH_SCORES, PATCH_SUMS],
    misconceptions=OF_PATCHES,
    others={"channel_attention_flops": CHANNELS},
    share=1 / 2,
)
CHANNEL_COUNT = Count(
    SIZES,
    [CHANNEL_SCORES, CHANNEL_SUMS],
    misconceptions=OF_CHANNELS,
    others={"patch_attention_flops": PATCHES},
    share=1 / 2,
)


def half_in_dense() -> Misconception | None:
    """Explain why half of the scores and weighted sums are missing in the student's `dense_flops`.

    Returns:
        The misconception; None if `dense_flops` has all of them.
    """
    dense = own_dense()
    if dense is None:
        return None
    square, linear = (
        sorted(number for (power, *_), number in dense.terms.items() if power == asked)
        for asked in (2, 1)
    )
    if square != [2]:
        return None
    if linear == [4, 8]:
        return MISSING_AS_BEFORE
    return MULTIPLY_ACCUMULATES if linear == [2, 4] else None


def as_one(patches: Verdict, channels: Verdict) -> tuple[Verdict, Verdict]:
    """Return the two verdicts with the misconceptions that only both counts together show.

    A student who counts one function in FLOPs doesn't count the other in multiply–accumulates. Half
    of the count then means that a product is missing.
    """
    found = patches.counted, channels.counted

    def are(*formulas: Formula) -> bool:
        return found == tuple(each.polynomial(("n", "d")) for each in formulas)

    def both(reason: Misconception) -> tuple[Verdict, Verdict]:
        return patches.explained_by(reason), channels.explained_by(reason)

    if are(CHANNELS, PATCHES):
        return both(FUNCTIONS_EXCHANGED)
    if are(4 * n * d, 4 * n * d):
        return both(ONE_VECTOR)
    if are(2 * n**2 * d, 2 * n * d**2) and (as_before := half_in_dense()):
        return both(as_before)
    if are(PATCHES, 2 * n * d**2):
        return patches, channels.explained_by(ONE_PRODUCT_MISSING)
    return patches, channels


def judge(
    grading: GradingContext, patch_attention_flops: object, channel_attention_flops: object
) -> Verdict:
    """Mark the two counts, then look at them together."""
    patches, channels = as_one(
        grading.mark(PATCH_COUNT, patch_attention_flops),
        grading.mark(CHANNEL_COUNT, channel_attention_flops),
    )
    return patches.for_function("patch_attention_flops") + channels.for_function(
        "channel_attention_flops"
    )


question = Custom(
    judge,
    {"patch_attention_flops": [PATCH_COUNT], "channel_attention_flops": [CHANNEL_COUNT]},
    TOGETHER,
)
