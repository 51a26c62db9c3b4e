"""Twenty tokens for each weight.

points: 1.5
finding: twenty-tokens-a-weight
"""


def compute_optimal(flops, coefficients):
    n = (flops / 120) ** 0.5
    return n, 20 * n
