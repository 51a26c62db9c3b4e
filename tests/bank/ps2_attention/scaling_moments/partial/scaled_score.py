"""Answers for the score divided by the root of d.

points: 2.25
finding: divided-by-root-d
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d**0.5 * mean_q * mean_k, var_q * var_k + mean_q**2 * var_k + mean_k**2 * var_q
