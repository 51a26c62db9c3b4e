"""The moments of a sum.

points: 0.25
finding: product-for-sum
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * (mean_q + mean_k), d * (var_q + var_k)
