"""Takes as many tokens as weights.

points: 1.5
finding: N = D whatever the coefficients
"""


def compute_optimal(flops, coefficients):
    n = (flops / 6) ** 0.5
    return n, n
