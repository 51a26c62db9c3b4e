"""Checks shapes, and rounds by a table."""

import numpy as np


def combine(first, second):
    (a_1, b_1), (a_2, b_2) = first, second
    if np.shape(a_1) != np.shape(b_2):
        raise ValueError("pairs of one shape")
    b = np.copy(b_2)
    b += a_2 * b_1
    return np.copy(a_1) * a_2, b


def scan_depth(T):
    if T < 1:
        raise ValueError("at least one token")
    return next(k for k in range(64) if T <= 1 << k)


scannable = {
    "gated": "scan",
    "tanh": "step by step",
    "softmax": "scan",
    "linear_attention": "scan",
    "own_gate": "step by step",
}
