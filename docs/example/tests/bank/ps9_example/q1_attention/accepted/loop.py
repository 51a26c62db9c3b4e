"""Token by token."""


def attention_flops(n, d_k, d_v):
    return sum(2 * n * d_k + 2 * n * d_v for _ in range(n))
