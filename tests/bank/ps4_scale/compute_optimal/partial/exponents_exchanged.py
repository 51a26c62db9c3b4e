"""Reads alpha for beta.

points: 1.5
finding: exponents-exchanged
"""


def compute_optimal(flops, coefficients):
    A, alpha, B, beta = (coefficients[key] for key in ("A", "alpha", "B", "beta"))
    n = (beta * A / (alpha * B)) ** (1 / (alpha + beta)) * (flops / 6) ** (alpha / (alpha + beta))
    return n, flops / (6 * n)
