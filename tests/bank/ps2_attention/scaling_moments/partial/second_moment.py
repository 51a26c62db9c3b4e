"""Takes E[s²] for the variance.

points: 1.5
finding: second-moment
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    mean = d * mean_q * mean_k
    variance = d * (var_q * var_k + mean_q**2 * var_k + mean_k**2 * var_q)
    return mean, variance + mean**2
