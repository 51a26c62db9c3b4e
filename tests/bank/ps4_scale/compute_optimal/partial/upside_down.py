"""Its factor is upside down.

points: 1.5
finding: factor-upside-down
"""


def compute_optimal(flops, coefficients):
    A, alpha, B, beta = (coefficients[key] for key in ("A", "alpha", "B", "beta"))
    n = (beta * B / (alpha * A)) ** (1 / (alpha + beta)) * (flops / 6) ** (beta / (alpha + beta))
    return n, flops / (6 * n)
