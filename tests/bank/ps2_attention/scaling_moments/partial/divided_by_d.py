"""Answers for the score divided by d.

points: 1.5
finding: divided-by-d
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return mean_q * mean_k, (var_q * var_k + mean_q**2 * var_k + mean_k**2 * var_q) / d
