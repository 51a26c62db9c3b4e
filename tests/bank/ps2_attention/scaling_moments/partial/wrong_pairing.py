"""Pairs each squared mean with its own vector's variance.

points: 1.5
finding: means-with-wrong-variances
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * mean_q * mean_k, d * (var_q * var_k + mean_q**2 * var_q + mean_k**2 * var_k)
