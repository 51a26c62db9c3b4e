"""Leaves an argument out.

finding: raised(TypeError)
"""


def score_moments(d, mean_q, var_q, mean_k):
    return d * mean_q * mean_k, d * var_q
