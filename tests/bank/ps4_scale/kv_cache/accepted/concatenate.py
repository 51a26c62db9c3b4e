"""Explicit projections, caches joined with np.concatenate, counts in one line."""

import numpy as np


def append_token(x, K_cache, V_cache, params):
    query = np.dot(params["W_q"], x)
    K_new = np.concatenate((K_cache, np.dot(params["W_k"], x)[None, :]), axis=0)
    V_new = np.concatenate((V_cache, np.dot(params["W_v"], x)[None, :]), axis=0)
    s = np.dot(K_new, query) / x.size**0.5
    a = np.exp(s - np.max(s))
    a = a / np.sum(a)
    return (a[:, None] * V_new).sum(axis=0), K_new, V_new


def append_flops(n, d):
    return 6 * d * d + 4 * (n + 1) * d


def recompute_flops(n, d):
    return (n + 1) * append_flops(n, d)
