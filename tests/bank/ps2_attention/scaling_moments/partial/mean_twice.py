"""The mean, for the variance too.

points: 1
finding: another-output(mean)
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * mean_q * mean_k, d * mean_q * mean_k
