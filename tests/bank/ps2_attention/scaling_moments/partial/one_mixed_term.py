"""Forgets one of the terms with a mean.

points: 1.5
finding: var-k-term-missing
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * mean_q * mean_k, d * var_q * (var_k + mean_k**2)
