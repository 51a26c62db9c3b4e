"""The budget divided evenly, whatever the coefficients.

points: 1.5
finding: N = D whatever the coefficients
"""


def compute_optimal(flops, coefficients):
    return (flops / 6) ** 0.5, (flops / 6) ** 0.5
