"""The power of the budget is that of the tokens.

points: 1.5
finding: powers-exchanged
"""


def compute_optimal(flops, coefficients):
    A, alpha, B, beta = (coefficients[key] for key in ("A", "alpha", "B", "beta"))
    n = (alpha * A / (beta * B)) ** (1 / (alpha + beta)) * (flops / 6) ** (alpha / (alpha + beta))
    return n, flops / (6 * n)
