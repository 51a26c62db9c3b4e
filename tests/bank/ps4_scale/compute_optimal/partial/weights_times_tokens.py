"""Takes FLOPs for weights times tokens.

points: 1.5
finding: one-flop-for-weight-and-token
"""


def compute_optimal(flops, coefficients):
    A, alpha, B, beta = (coefficients[key] for key in ("A", "alpha", "B", "beta"))
    n = (alpha * A / (beta * B)) ** (1 / (alpha + beta)) * (flops / 1) ** (beta / (alpha + beta))
    return n, flops / (1 * n)
