"""Two for each weight and token.

points: 1.5
finding: forward-only
"""


def compute_optimal(flops, coefficients):
    A, alpha, B, beta = (coefficients[key] for key in ("A", "alpha", "B", "beta"))
    n = (alpha * A / (beta * B)) ** (1 / (alpha + beta)) * (flops / 2) ** (beta / (alpha + beta))
    return n, flops / (2 * n)
