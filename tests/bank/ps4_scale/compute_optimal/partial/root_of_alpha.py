"""The root of the factor by α.

points: 1.5
finding: power-one-over-one-exponent
"""


def compute_optimal(flops, coefficients):
    A, a, B, b = (coefficients[name] for name in ("A", "alpha", "B", "beta"))
    n = (a * A / (b * B)) ** (1 / a) * (flops / 6) ** (b / (a + b))
    return n, flops / (6 * n)
