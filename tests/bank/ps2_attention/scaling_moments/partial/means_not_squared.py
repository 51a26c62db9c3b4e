"""Does not square the means.

points: 1.5
finding: means-not-squared
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * mean_q * mean_k, d * (var_q * var_k + var_q * mean_k + var_k * mean_q)
