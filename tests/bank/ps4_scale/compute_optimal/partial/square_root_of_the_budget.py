"""The square root of the budget.

points: 1.5
finding: square-root-of-budget
"""


def compute_optimal(flops, coefficients):
    A, a, B, b = (coefficients[name] for name in ("A", "alpha", "B", "beta"))
    n = (a * A / (b * B)) ** (1 / (a + b)) * (flops / 6) ** 0.5
    return n, flops / (6 * n)
