"""Collects in one array what either mask hides."""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    n, tl, d = q.shape
    sl = k.shape[1]
    hidden = np.zeros((n, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        hidden |= key_padding_mask[:, None, :]
    if causal:
        hidden |= np.triu(np.ones((tl, sl), dtype=bool), 1)
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
    scores = np.where(hidden, -np.inf, scores)
    top = scores.max(axis=2, keepdims=True)
    weights = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = weights.sum(axis=2, keepdims=True)
    return weights / np.where(total > 0, total, 1) @ v
