"""Takes as many tokens as weights.

finding: n-equals-d
"""


def compute_optimal(flops, coefficients):
    n = (flops / 6) ** 0.5
    return n, n
