"""Propagates errors to first order, where the product of the variances is left out.

points: 1.5
finding: product-of-variances-missing
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * mean_q * mean_k, d * (mean_q**2 * var_k + mean_k**2 * var_q)
