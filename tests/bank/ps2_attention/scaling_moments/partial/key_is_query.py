"""Takes the key to be the query itself, as on the diagonal of XXᵀ.

points: 2
finding: k-taken-to-be-q
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * (var_q + mean_q**2), d * (var_q * var_k + mean_q**2 * var_k + mean_k**2 * var_q)
