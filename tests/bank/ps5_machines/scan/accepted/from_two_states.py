"""From what becomes of the states 0 and 1."""

import numpy as np


def combine(first, second):
    def after(h):
        for a, b in (first, second):
            h = np.multiply(a, h) + b
        return h

    zero, one = np.zeros_like(first[0]), np.ones_like(first[0])
    return after(one) - after(zero), after(zero)


def scan_depth(T):
    return len(bin(T - 1)) - 2 if T > 1 else 0


scannable = {
    "gated": "scan",
    "tanh": "step by step",
    "softmax": "scan",
    "linear_attention": "scan",
    "own_gate": "step by step",
}
