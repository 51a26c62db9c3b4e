"""Thinks that the variance grows like the root of d.

points: 1.5
finding: times-root-d
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    one = var_q * var_k + mean_q**2 * var_k + mean_k**2 * var_q
    return d * mean_q * mean_k, d**0.5 * one
