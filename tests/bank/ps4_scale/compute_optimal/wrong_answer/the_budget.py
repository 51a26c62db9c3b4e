"""The budget, given back twice.

finding: argument(flops)
"""


def compute_optimal(flops, coefficients):
    return flops, flops
