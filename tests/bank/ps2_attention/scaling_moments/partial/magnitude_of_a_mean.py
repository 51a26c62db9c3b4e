"""Takes the mean of q without its sign.

finding: mean-without-sign
points: 2.75
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    mean = d * abs(mean_q) * mean_k
    return mean, d * (var_q * var_k + mean_q**2 * var_k + mean_k**2 * var_q)
