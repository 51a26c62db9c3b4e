"""A tuple.

finding: not-expected
"""


def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    return 14, 100, 3.0
