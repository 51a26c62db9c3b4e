"""The sizes of attention with features, and the cost terms of its linear and quadratic forms."""

from examiner.checks import Product, Term, sizes

SIZES = L, d_v, r = sizes("seq_len d_v r")

VALUES_TIMES_KEYS = Product("the product of V with the keys' features", d_v, L, r)
TIMES_QUERIES = Product("the product with the queries' features", d_v, r, L)
NORMALISERS = Product("the normalisers", L, r, 1)
SUM_OF_KEYS = Term("the sum of the keys' features", L * r)
DIVISIONS = Term("the divisions", L * d_v)
LINEAR = [VALUES_TIMES_KEYS, TIMES_QUERIES, NORMALISERS, SUM_OF_KEYS, DIVISIONS]

SCORES = Product("the products of features", L, r, L)
WEIGHTED_SUMS = Product("the weighted sums", L, L, d_v)
SUMS_OF_SCORES = Term("the sums over the keys", L**2)
DIVISIONS_OF_SCORES = Term("the divisions", L**2)
QUADRATIC = [SCORES, WEIGHTED_SUMS, SUMS_OF_SCORES, DIVISIONS_OF_SCORES]
