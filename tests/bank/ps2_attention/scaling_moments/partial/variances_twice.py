"""Counts the product of the variances twice.

points: 1.5
finding: product-of-variances-twice
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * mean_q * mean_k, d * (2 * var_q * var_k + mean_q**2 * var_k + mean_k**2 * var_q)
