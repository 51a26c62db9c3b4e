"""Makes the two terms of the loss equal.

points: 1.5
finding: terms-made-equal
"""


def compute_optimal(flops, coefficients):
    A, alpha, B, beta = (coefficients[key] for key in ("A", "alpha", "B", "beta"))
    n = (A / B) ** (1 / (alpha + beta)) * (flops / 6) ** (beta / (alpha + beta))
    return n, flops / (6 * n)
