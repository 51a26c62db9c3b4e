"""Three for each weight and token, though its training cost had six.

points: 2.25
finding: multiply-accumulates-here
"""


def compute_optimal(flops, coefficients):
    A, alpha, B, beta = (coefficients[key] for key in ("A", "alpha", "B", "beta"))
    n = (alpha * A / (beta * B)) ** (1 / (alpha + beta)) * (flops / 3) ** (beta / (alpha + beta))
    return n, flops / (3 * n)
