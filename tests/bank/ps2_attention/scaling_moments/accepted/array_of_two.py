"""Returns an array of two numbers."""

import numpy as np

def score_moments(d, mean_q, var_q, mean_k, var_k):
    return np.array([mean_q * mean_k, var_q * var_k + var_q * mean_k**2 + var_k * mean_q**2]) * d
