"""Returns the standard deviation.

points: 1.5
finding: standard-deviation
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    variance = d * (var_q * var_k + mean_q**2 * var_k + mean_k**2 * var_q)
    return d * mean_q * mean_k, variance**0.5
