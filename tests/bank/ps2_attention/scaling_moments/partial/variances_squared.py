"""Takes the variances for standard deviations.

points: 1.5
finding: variances-squared
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    var_q, var_k = var_q**2, var_k**2
    return d * mean_q * mean_k, d * (var_q * var_k + var_q * mean_k**2 + var_k * mean_q**2)
