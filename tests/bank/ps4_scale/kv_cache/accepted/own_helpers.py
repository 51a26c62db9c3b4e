"""A class for the layer and functions of its own; np.append flattens, so it is given an axis."""

import numpy as np


class Head:
    def __init__(self, params):
        self.params = params

    def project(self, name, x):
        return x @ self.params["W_" + name].T

    def attend(self, q, K, V):
        logits = (K * q).sum(axis=1) * len(q) ** -0.5
        shares = np.exp(logits - logits.max())
        return np.average(V, axis=0, weights=shares)


def append_token(x, K_cache, V_cache, params):
    head = Head(params)
    K = np.append(K_cache, [head.project("k", x)], axis=0)
    V = np.append(V_cache, [head.project("v", x)], axis=0)
    return head.attend(head.project("q", x), K, V), K, V


def matmul(m, k, n):
    return 2 * m * k * n


def layer(tokens, seen, d):
    return 3 * matmul(tokens, d, d) + matmul(tokens, d, seen) + matmul(tokens, seen, d)


def append_flops(n, d):
    return layer(1, n + 1, d)


def recompute_flops(n, d):
    return layer(n + 1, n + 1, d)
