"""Takes the mean of a score to be 0, whatever the means are.

points: 2.25
finding: mean-zero
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return 0.0, d * (var_q * var_k + var_q * mean_k**2 + var_k * mean_q**2)
