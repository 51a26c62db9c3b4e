"""Twenty tokens for each weight.

finding: twenty-tokens-a-weight
"""


def compute_optimal(flops, coefficients):
    n = (flops / 120) ** 0.5
    return n, 20 * n
