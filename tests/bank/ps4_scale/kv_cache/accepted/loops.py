"""Plain Python loops and math.exp; the counts add up dot products one by one."""

import math

import numpy as np


def dot(a, b):
    return sum(float(p) * float(q) for p, q in zip(a, b))


def append_token(x, K_cache, V_cache, params):
    q, k, v = ([dot(row, x) for row in params[name]] for name in ("W_q", "W_k", "W_v"))
    keys = [list(row) for row in K_cache] + [k]
    values = [list(row) for row in V_cache] + [v]
    scores = [dot(q, key) / math.sqrt(len(x)) for key in keys]
    top = max(scores)
    powers = [math.exp(s - top) for s in scores]
    out = [sum(p * value[c] for p, value in zip(powers, values)) / sum(powers) for c in range(len(x))]
    return np.array(out), np.array(keys), np.array(values)


def append_flops(n, d):
    per_dot = 2 * d
    dots = 3 * d + (n + 1)  # entries of q, k, v; scores
    return dots * per_dot + d * 2 * (n + 1)


def recompute_flops(n, d):
    tokens = n + 1
    total = 0
    for _ in range(tokens):
        total += 3 * d * 2 * d  # q, k, v
        total += tokens * 2 * d  # scores
        total += d * 2 * tokens  # weighted sum
    return total
