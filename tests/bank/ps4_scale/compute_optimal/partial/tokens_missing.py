"""Returns the tokens of another budget.

points: 1.5
finding: budget-is-n-times-d
"""


def compute_optimal(flops, coefficients):
    A, alpha, B, beta = (coefficients[key] for key in ("A", "alpha", "B", "beta"))
    n = (alpha * A / (beta * B)) ** (1 / (alpha + beta)) * (flops / 6) ** (beta / (alpha + beta))
    return n, flops / n
