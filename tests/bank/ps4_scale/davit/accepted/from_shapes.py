"""Products of shapes, with numpy integers."""

import numpy as np


def matmul(a, b):
    assert a[1] == b[0]
    return 2 * np.prod([a[0], a[1], b[1]], dtype=np.int64)


def attention(q, k, v):
    return matmul(q, k[::-1]) + matmul((q[0], k[0]), v)


def patch_attention_flops(n, d):
    X = (n, d)
    return attention(X, X, X)


def channel_attention_flops(n, d):
    X = (d, n)
    return attention(X, X, X)
