"""The budget, given back twice.

finding: this is flops
"""


def compute_optimal(flops, coefficients):
    return flops, flops
