"""Adds the covariances of all pairs of terms, in two loops."""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    mean = second = 0.0
    for j in range(d):
        mean += mean_q * mean_k
        for l in range(d):
            if j == l:
                second += (mean_q**2 + var_q) * (mean_k**2 + var_k)
            else:
                second += mean_q * mean_q * mean_k * mean_k
    return [mean, second - mean**2]
