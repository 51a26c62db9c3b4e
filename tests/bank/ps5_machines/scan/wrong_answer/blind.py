"""Gives the second pair back.

finding: given-back
"""


def combine(first, second):
    return second


def scan_depth(T):
    return T


scannable = dict.fromkeys(["gated", "tanh", "softmax", "linear_attention", "own_gate"], "scan")
