"""Subtracts the squared mean of the score from d times the second moment of one product.

points: 1.5
finding: mean-of-score-subtracted
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    mean = d * mean_q * mean_k
    return mean, d * (var_q + mean_q**2) * (var_k + mean_k**2) - mean**2
