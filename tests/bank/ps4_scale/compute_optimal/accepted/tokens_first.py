"""Solves for the tokens first, with the cost from its own question."""


def WEIGHTS_OF(d_model, n_heads, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff)


def TRAINING(*sizes):
    return 6 * WEIGHTS_OF(*sizes)


def compute_optimal(flops, coefficients):
    a, b = coefficients["alpha"], coefficients["beta"]
    sizes = (64, 4, 3, 160)
    each = TRAINING(*sizes) / WEIGHTS_OF(*sizes)
    ratio = (b * coefficients["B"] / (a * coefficients["A"])) ** (1 / (a + b))
    tokens = ratio * (flops / each) ** (a / (a + b))
    return flops / each / tokens, tokens
