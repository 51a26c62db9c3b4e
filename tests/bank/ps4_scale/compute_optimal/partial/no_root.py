"""Forgets the root in the factor.

points: 1.5
finding: power-of-factor-left-out
"""


def compute_optimal(flops, coefficients):
    A, alpha, B, beta = (coefficients[key] for key in ("A", "alpha", "B", "beta"))
    n = alpha * A / (beta * B) * (flops / 6) ** (beta / (alpha + beta))
    return n, flops / (6 * n)
