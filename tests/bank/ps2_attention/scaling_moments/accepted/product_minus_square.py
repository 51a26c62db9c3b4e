"""E[s²] of one product, minus its squared mean, d times."""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    m = mean_q * mean_k
    second = (var_q + mean_q**2) * (var_k + mean_k**2)
    return d * m, d * (second - m * m)
