"""Zeros.

finding: constant(0)
"""


def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    return {"n_layers": 0, "sequences": 0, "days": 0}
