"""Takes the formula for zero means.

points: 1.5
finding: means-missing
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * mean_q * mean_k, d * var_q * var_k
