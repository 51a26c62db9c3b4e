"""One whole number that no float can hold, in the place of a pair.

finding: not-expected
"""


def compute_optimal(flops, coefficients):
    return 10**400
