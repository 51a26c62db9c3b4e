"""With an array of powers."""

import numpy as np


def expected_tokens(alpha, k):
    return np.power(float(alpha), np.arange(k + 1)).sum()


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / np.float64(k * cost + 1)
