"""A feed-forward block four times as wide as a head.

points: 1.5
finding: d-ff-of-a-head
"""


def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    a, b = coefficients["alpha"], coefficients["beta"]
    ratio = (a * coefficients["A"] / (b * coefficients["B"])) ** (1 / (a + b))
    n_params = ratio * (flops / 6) ** (b / (a + b))
    tokens = flops / 6 / n_params

    def weights(L):
        return L * (4 * (128 * L) ** 2 + 2 * (128 * L) * (4 * 128))

    L = 1
    while weights(L + 1) <= n_params:
        L += 1
    N = weights(L)
    each = 4 * L * 128 * L * n_tokens
    days = 6 * N * tokens / flops_per_second / 86400
    return {"n_layers": L, "sequences": int(max(0, (memory - 2 * N) // each)), "days": days}
