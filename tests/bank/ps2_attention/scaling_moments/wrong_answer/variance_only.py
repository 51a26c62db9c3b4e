"""Returns the variance alone.

finding: expected (mean, variance)
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * (var_q * var_k + mean_q**2 * var_k + mean_k**2 * var_q)
