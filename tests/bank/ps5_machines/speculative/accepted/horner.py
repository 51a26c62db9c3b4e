"""From the last draft back: a token, and if the draft is accepted what comes after it."""


def expected_tokens(alpha, k):
    tokens = 1.0
    for _ in range(k):
        tokens = 1 + alpha * tokens
    return tokens


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (1 + cost * k)
