"""The budget divided evenly, whatever the coefficients.

finding: n-equals-d
"""


def compute_optimal(flops, coefficients):
    return (flops / 6) ** 0.5, (flops / 6) ** 0.5
