"""Masks with −1e9, and sets rows without any key to zero at the end."""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    n, tl, d = q.shape
    sl = k.shape[1]
    blocked = np.zeros((n, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        blocked |= np.asarray(key_padding_mask)[:, np.newaxis, :]
    if causal:
        blocked |= np.triu(np.ones((tl, sl), dtype=bool), k=1)
    scores = np.matmul(q, np.swapaxes(k, 1, 2)) / np.sqrt(d)
    scores[blocked] = -1e9
    scores -= scores.max(axis=2, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=2, keepdims=True)
    out = weights @ v
    out[blocked.all(axis=2)] = 0.0
    return out
