"""Returns the tokens first.

points: 1.5
finding: n-and-m-exchanged
"""


def compute_optimal(flops, coefficients):
    A, alpha, B, beta = (coefficients[key] for key in ("A", "alpha", "B", "beta"))
    n = (alpha * A / (beta * B)) ** (1 / (alpha + beta)) * (flops / 6) ** (beta / (alpha + beta))
    return flops / (6 * n), n
