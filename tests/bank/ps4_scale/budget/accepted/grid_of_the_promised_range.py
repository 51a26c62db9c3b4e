"""Searches the sizes that 3.1 promises, of budgets from 10¹¹ to 10²⁶ FLOPs, on a grid."""

import numpy as np

SIZES = np.exp(np.linspace(np.log(1e4), np.log(1e14), 40_001))


def optimum(flops, c):
    tokens = flops / (6 * SIZES)
    loss = c["A"] / SIZES ** c["alpha"] + c["B"] / tokens ** c["beta"]
    best = loss.argmin()
    return SIZES[best], tokens[best]


def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    size, tokens = optimum(flops, coefficients)
    layers = 1
    while 12 * 128**2 * (layers + 1) ** 3 <= size:
        layers += 1
    weights = 12 * 128**2 * layers**3
    sequences = max((memory - 2 * weights) // (512 * layers**2 * n_tokens), 0)
    days = 6 * weights * tokens / flops_per_second / 86_400
    return {"n_layers": layers, "sequences": sequences, "days": days}
