"""By numpy, over all numbers of layers at once."""


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
    all_layers = np.arange(1, 300)
    layers = np.maximum(np.count_nonzero(weights(all_layers) <= size), 1)
    sequences = np.floor(np.clip((memory - 2 * weights(layers)) / cache(layers, n_tokens), 0, None))
    days = 6 * weights(layers) * tokens / flops_per_second / 86_400
    return {"n_layers": layers, "sequences": sequences, "days": days}
