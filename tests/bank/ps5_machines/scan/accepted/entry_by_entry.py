"""Loops over all entries."""

import numpy as np


def combine(first, second):
    (a_1, b_1), (a_2, b_2) = first, second
    a, b = np.empty(np.shape(a_1)), np.empty(np.shape(a_1))
    for at in np.ndindex(*np.shape(a_1)):
        a[at] = a_1[at] * a_2[at]
        b[at] = b_2[at] + a_2[at] * b_1[at]
    return a, b


def scan_depth(T):
    known = 1
    for rounds in range(T):
        if known >= T:
            return rounds
        known += known


scannable = {
    "gated": "scan",
    "tanh": "step by step",
    "softmax": "scan",
    "linear_attention": "scan",
    "own_gate": "step by step",
}
