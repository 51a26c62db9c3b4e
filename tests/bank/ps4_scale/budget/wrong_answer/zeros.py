"""Zeros.

finding: zero
"""


def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    return {"n_layers": 0, "sequences": 0, "days": 0}
