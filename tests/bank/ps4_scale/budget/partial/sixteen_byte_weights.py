"""Weights with gradients and the state of Adam: 16 bytes each.

points: 2
finding: weights-as-in-training
"""


def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    A, a, B, b = (coefficients[k] for k in ("A", "alpha", "B", "beta"))
    n_params = (a * A / (b * B)) ** (1 / (a + b)) * (flops / 6) ** (b / (a + b))
    train_tokens = flops / 6 / n_params
    L = 1
    while 12 * (L + 1) * (128 * (L + 1)) ** 2 <= n_params:
        L += 1
    N = 12 * L * (128 * L) ** 2
    one = 2 * 2 * L * 128 * L * n_tokens
    return {"n_layers": L, "sequences": max(0, int((memory - 16 * N) // one)),
            "days": 6 * N * train_tokens / flops_per_second / 86400}
