"""Hours.

points: 2.25
finding: hours
"""


def weights(layers):
    d = 128 * layers
    return layers * (4 * d * d + 2 * d * (4 * d))


def cache(layers, tokens):
    return 2 * layers * layers * 128 * tokens * 2


def optimum(flops, c):
    a, b = c["alpha"], c["beta"]
    n = (a * c["A"] / (b * c["B"])) ** (1 / (a + b)) * (flops / 6) ** (b / (a + b))
    return n, flops / (6 * n)


def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    size, tokens = optimum(flops, coefficients)
    layers = 1
    while weights(layers + 1) <= size:
        layers += 1
    sequences = max(int((memory - 2 * weights(layers)) // cache(layers, n_tokens)), 0)
    days = 6 * weights(layers) * tokens / flops_per_second / 3600
    return {"n_layers": layers, "sequences": sequences, "days": days}
