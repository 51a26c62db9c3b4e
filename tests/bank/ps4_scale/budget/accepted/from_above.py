"""Takes layers away until they fit; counts sequences one by one."""


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
    layers = 500
    while layers > 1 and weights(layers) > size:
        layers -= 1
    sequences = next(k for k in range(10**6) if 2 * weights(layers) + (k + 1) * cache(layers, n_tokens) > memory)
    days = flops / flops_per_second * weights(layers) / size / 3600 / 24
    return {"n_layers": layers, "sequences": sequences, "days": days}
