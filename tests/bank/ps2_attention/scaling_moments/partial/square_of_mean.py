"""Takes E[s²] for the square of E[s], so nothing is left of the variance.

points: 1
finding: constant(0)
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    mean = d * mean_q * mean_k
    return mean, mean**2 - mean**2
