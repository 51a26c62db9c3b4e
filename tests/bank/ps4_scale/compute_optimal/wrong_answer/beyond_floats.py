"""Whole numbers that no float can hold.

finding: not-expected
"""


def compute_optimal(flops, coefficients):
    return 10**400, 10**400
