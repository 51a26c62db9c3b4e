"""FLOPs of linear attention."""

from examiner.checks import Adds, Count, convention, misconception, missed_idea, total

from .quadratic import (
    DIVISIONS,
    LINEAR,
    NORMALISERS,
    QUADRATIC,
    SIZES,
    SUM_OF_KEYS,
    TIMES_QUERIES,
    VALUES_TIMES_KEYS,
    L,
    d_v,
    r,
)

# fmt: off
MISCONCEPTIONS = [
    misconception("normaliser-missing", {NORMALISERS: 0, SUM_OF_KEYS: 0, DIVISIONS: 0},
      "the normaliser is forgotten"),
    misconception("feature-sum-for-each-query", {SUM_OF_KEYS: L**2 * r},
      "the sum of the keys' features is computed again for every query"),
    misconception("normaliser-sum-for-each-query",
      {NORMALISERS: 2 * L**2 * r + L**2, SUM_OF_KEYS: 0},
      "the normaliser is computed for every query by a sum over all keys"),
    misconception("reciprocals", Adds(L),
      "a reciprocal for each token and products with it are charged; here each entry is "
      "divided (P3)"),
    misconception("product-for-each-query",
      {VALUES_TIMES_KEYS: 2 * L**2 * d_v * r},
      "the product of V with the keys' features is computed again for every query"),
    missed_idea("quadratic-form", total(QUADRATIC),
      "this is the cost of the quadratic form"),
]
# fmt: on

# The count can't distinguish the two causes of one-product-as-macs.
# fmt: off
CONVENTIONS = [
    convention("feature-sum-as-product", {SUM_OF_KEYS: 2 * L * r},
      "the sum of the keys' features is charged as a product with ones (P4: L additions)"),
    convention("sums-of-n-minus-1", {SUM_OF_KEYS: (L - 1) * r},
      "a sum of L numbers is charged L − 1 additions (P4: L)"),
    convention("one-addition-saved",
      {VALUES_TIMES_KEYS: (2 * L - 1) * d_v * r,
       TIMES_QUERIES: (2 * r - 1) * d_v * L, NORMALISERS: (2 * r - 1) * L,
       SUM_OF_KEYS: (L - 1) * r},
      "one addition is saved in each sum and each dot product (P2: 2n, P4: n)"),
    convention("one-product-as-macs",
      {VALUES_TIMES_KEYS: 3 * L * d_v * r, TIMES_QUERIES: 0},
      "one product of d_v·seq_len·r is counted in multiply–accumulates, which are two FLOPs "
      "each (P6); or it is counted as outer products (P3) that aren't added up"),
]
# fmt: on

question = Count(SIZES, LINEAR, misconceptions=[*MISCONCEPTIONS, *CONVENTIONS])
