"""By the sum of a geometric series, with its limit."""


def expected_tokens(alpha, k):
    if alpha == 1:
        return k + 1
    return (1 - alpha ** (k + 1)) / (1 - alpha)


def speedup(alpha, k, cost):
    time = k * cost + 1
    return expected_tokens(alpha, k) / time
