"""All FLOPs divided by N.

points: 1.5
finding: budget-is-n-times-d
"""


def compute_optimal(flops, coefficients):
    A, a, B, b = (coefficients[name] for name in ("A", "alpha", "B", "beta"))
    n = (a * A / (b * B)) ** (1 / (a + b)) * (flops / 6) ** (b / (a + b))
    return n, flops / (1 * n)
