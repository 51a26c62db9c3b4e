"""Takes as many tokens as weights.

points: 1.5
finding: n-equals-d
"""


def compute_optimal(flops, coefficients):
    n = (flops / 6) ** 0.5
    return n, n
