"""D by a closed form of its own, with the factor of N in it.

points: 1.5
finding: factor-of-d
"""


def compute_optimal(flops, coefficients):
    c = coefficients
    alpha, beta = c["alpha"], c["beta"]
    factor = (alpha * c["A"] / (beta * c["B"])) ** (1 / (alpha + beta))
    n_params = factor * (flops / 6) ** (beta / (alpha + beta))
    return n_params, factor * (flops / 6) ** (alpha / (alpha + beta))
