"""FLOPs of attention with features, in the quadratic form."""

from examiner.checks import Count, convention, misconception, total

from .quadratic import (
    DIVISIONS_OF_SCORES,
    LINEAR,
    QUADRATIC,
    SCORES,
    SIZES,
    SUMS_OF_SCORES,
    WEIGHTED_SUMS,
    L,
    d_v,
    r,
)

# fmt: off
MISCONCEPTIONS = [
    misconception("causal-mask",
      {SCORES: L * (L + 1) * r, SUMS_OF_SCORES: L * (L + 1) / 2,
       DIVISIONS_OF_SCORES: L * (L + 1) / 2, WEIGHTED_SUMS: L * (L + 1) * d_v},
      "nothing is masked here: each query has a score with all L keys, not only with earlier ones"),
    misconception("weights-divided", {DIVISIONS_OF_SCORES: L * d_v},
      "the function divides the L² weights, not the outputs"),
]
# fmt: on

# The count can't distinguish the causes of n-squared-too-many.
# fmt: off
CONVENTIONS = [
    convention("sums-and-divisions-free", {SUMS_OF_SCORES: 0, DIVISIONS_OF_SCORES: 0},
      "sums and divisions are free only inside a softmax, but there is none here"),
    convention("sums-of-n-minus-1", {SUMS_OF_SCORES: (L - 1) * L},
      "a sum of L numbers is charged L − 1 additions (P4: L)"),
    convention("one-addition-saved",
      {SCORES: (2 * r - 1) * L**2, WEIGHTED_SUMS: (2 * L - 1) * L * d_v,
       SUMS_OF_SCORES: (L - 1) * L},
      "one addition is saved in each sum and each dot product (P2: 2n, P4: n)"),
    convention("n-squared-too-many", {SUMS_OF_SCORES: 3 * L**2, DIVISIONS_OF_SCORES: 0},
      "L² too many: the sum is charged as a product with ones (P4: L additions), or an "
      "exponential that isn't there (P5), or sums or divisions twice"),
]
# fmt: on

question = Count(
    SIZES,
    QUADRATIC,
    misconceptions=[*MISCONCEPTIONS, *CONVENTIONS],
    others={"linear_flops": total(LINEAR)},
)
