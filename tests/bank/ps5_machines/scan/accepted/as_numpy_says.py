"""numpy's functions, and a whole float."""

import numpy as np


def combine(first, second):
    a = np.prod(np.stack([first[0], second[0]]), axis=0)
    b = np.add(np.multiply(second[0], first[1]), second[1])
    return (a, b)


def scan_depth(T):
    return float(np.ceil(np.log2(T)))


scannable = {
    "gated": "scan",
    "tanh": "step by step",
    "softmax": "scan",
    "linear_attention": "scan",
    "own_gate": "step by step",
}
