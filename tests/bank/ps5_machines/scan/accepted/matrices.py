"""Maps as 2 × 2 matrices."""

import numpy as np


def matrix(pair):
    a, b = map(np.asarray, pair)
    return np.stack([np.stack([a, b], -1), np.stack([0 * a, 0 * a + 1], -1)], -2)


def combine(first, second):
    product = matrix(second) @ matrix(first)
    return product[..., 0, 0], product[..., 0, 1]


def scan_depth(T):
    return 0 if T == 1 else 1 + scan_depth(-(-T // 2))


scannable = {
    "gated": "scan",
    "tanh": "step by step",
    "softmax": "scan",
    "linear_attention": "scan",
    "own_gate": "step by step",
}
