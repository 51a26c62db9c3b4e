"""Returns a list; counts rounds with the given scan."""

import numpy as np


def combine(first, second):
    first_a, first_b = np.array(first[0]), np.array(first[1])
    second_a, second_b = np.array(second[0]), np.array(second[1])
    return [second_a * first_a, second_a * first_b + second_b]


def scan_depth(T):
    depths = [(0, 0)] * T
    rounds = scan(lambda first, second: (max(first[0], second[0]) + 1, 0), depths)
    return max(depth for depth, _ in rounds)


scannable = {
    "gated": "scan",
    "tanh": "step by step",
    "softmax": "scan",
    "linear_attention": "scan",
    "own_gate": "step by step",
}
