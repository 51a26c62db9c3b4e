"""Returns the variance alone.

finding: means 0, variances 1: mean: not-expected
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * (var_q * var_k + mean_q**2 * var_k + mean_k**2 * var_q)
