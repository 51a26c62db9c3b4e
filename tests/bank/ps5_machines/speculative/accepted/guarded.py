"""With checks of its arguments, and polynomials of numpy."""

import numpy as np


def expected_tokens(alpha, k):
    k = int(k)
    if k < 0 or not 0 <= alpha <= 1:
        raise ValueError("no such round")
    return float(np.polyval(np.ones(k + 1), alpha))


def speedup(alpha, k, cost):
    return float(expected_tokens(alpha, k)) / (1.0 + float(cost) * int(k))
