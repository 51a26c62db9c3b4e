"""The budget, given back twice.

finding: given-back
"""


def compute_optimal(flops, coefficients):
    return flops, flops
