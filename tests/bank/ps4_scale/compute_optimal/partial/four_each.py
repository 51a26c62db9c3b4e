"""4 FLOPs for each weight and token.

points: 1.5
finding: four-flops
"""


def compute_optimal(flops, coefficients):
    A, a, B, b = (coefficients[name] for name in ("A", "alpha", "B", "beta"))
    n = (a * A / (b * B)) ** (1 / (a + b)) * (flops / 4) ** (b / (a + b))
    return n, flops / (4 * n)
