"""Magnitudes of the means in the place of their squares.

points: 1.5
finding: means-not-squared
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    mean = d * mean_q * mean_k
    variance = d * (var_q * var_k + var_q * abs(mean_k) + var_k * abs(mean_q))
    return mean, variance
