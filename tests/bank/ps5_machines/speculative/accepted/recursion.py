"""By calling itself."""


def expected_tokens(alpha, k):
    if k == 0:
        return 1
    return expected_tokens(alpha, k - 1) + alpha**k


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) * (k * cost + 1) ** -1
