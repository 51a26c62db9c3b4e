"""Runs the products on empty arrays and adds their costs up as it goes."""

import numpy as np


def multi_head_flops(n_t, n_s, d_head, n_heads):
    spent = []

    def times(a, b):
        result = a @ b
        spent.append(2 * result.size * a.shape[-1])
        return result

    d = d_head * n_heads
    asks, asked, W = np.zeros((n_t, d)), np.zeros((n_s, d)), np.zeros((d, d))
    q, k, v = times(asks, W), times(asked, W), times(asked, W)
    q, k, v = (x.reshape(len(x), n_heads, d_head).swapaxes(0, 1) for x in (q, k, v))
    mixed = times(times(q, k.swapaxes(1, 2)), v)
    times(mixed.swapaxes(0, 1).reshape(n_t, d), W)
    return sum(spent)
