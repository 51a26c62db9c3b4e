"""Moments don't depend on the distribution: entries with two values, and all four products."""

import itertools

def score_moments(d, mean_q, var_q, mean_k, var_k):
    values_q = (mean_q - var_q**0.5, mean_q + var_q**0.5)
    values_k = (mean_k - var_k**0.5, mean_k + var_k**0.5)
    products = np.array([a * b for a, b in itertools.product(values_q, values_k)])
    return np.array([d * products.mean(), d * products.var()])
