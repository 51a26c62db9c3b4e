"""The paper's coefficients, whatever is given.

points: 1.5
finding: coefficients-of-the-paper
"""


def compute_optimal(flops, coefficients):
    n = (0.34 * 406.4 / (0.28 * 410.7)) ** (1 / 0.62) * (flops / 6) ** (0.28 / 0.62)
    return n, flops / (6 * n)
