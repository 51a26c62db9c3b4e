"""FLOPs of attention."""

from examiner.checks import Adds, Count, Product, convention, misconception, sizes

SIZES = n, d_k, d_v = sizes("n d_k d_v")
SCORES = Product("the scores", n, d_k, n)
WEIGHTED_SUMS = Product("the weighted sums", n, n, d_v)

# fmt: off
question = Count(
    SIZES,
    [SCORES, WEIGHTED_SUMS],
    misconceptions=[
        misconception("causal-mask",
          {SCORES: n * (n + 1) * d_k, WEIGHTED_SUMS: n * (n + 1) * d_v},
          "nothing is masked here: every token looks at all n tokens"),
        convention("scale-charged", Adds(n**2),
          "you count the scale, but here it is free (P5)"),
    ],
)
# fmt: on
