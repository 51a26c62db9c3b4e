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
    N,
    d_v,
    r,
)

# fmt: off
MISCONCEPTIONS = [
    misconception("causal-mask",
      {SCORES: N * (N + 1) * r, SUMS_OF_SCORES: N * (N + 1) / 2,
       DIVISIONS_OF_SCORES: N * (N + 1) / 2, WEIGHTED_SUMS: N * (N + 1) * d_v},
      "nothing is masked here: each query has a score with all N keys, not only with earlier ones"),
    misconception("weights-divided", {DIVISIONS_OF_SCORES: N * d_v},
      "the function divides the N² weights, not the outputs"),
]
# fmt: on

# The count can't distinguish the causes of n-squared-too-many.
# fmt: off
CONVENTIONS = [
    convention("sums-and-divisions-free", {SUMS_OF_SCORES: 0, DIVISIONS_OF_SCORES: 0},
      "sums and divisions are free only inside a softmax, but there is none here"),
    convention("sums-of-n-minus-1", {SUMS_OF_SCORES: (N - 1) * N},
      "a sum of N numbers is charged N − 1 additions (P4: N)"),
    convention("one-addition-saved",
      {SCORES: (2 * r - 1) * N**2, WEIGHTED_SUMS: (2 * N - 1) * N * d_v,
       SUMS_OF_SCORES: (N - 1) * N},
      "one addition is saved in each sum and each dot product (P2: 2n, P4: n)"),
    convention("n-squared-too-many", {SUMS_OF_SCORES: 3 * N**2, DIVISIONS_OF_SCORES: 0},
      "N² too many: the sum is charged as a product with ones (P4: N additions), or an "
      "exponential that isn't there (P5), or sums or divisions twice"),
]
# fmt: on

question = Count(
    SIZES,
    QUADRATIC,
    misconceptions=[*MISCONCEPTIONS, *CONVENTIONS],
    others={"linear_flops": total(LINEAR)},
)
