"""Divides the weighted values by √d, not the scores.

points: 2
finding: the outputs are divided by √d, not the scores
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    n, tl, d = q.shape
    sl = k.shape[1]
    hidden = np.zeros((n, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        hidden |= key_padding_mask[:, None, :]
    if causal:
        hidden |= np.triu(np.ones((tl, sl), dtype=bool), 1)
    scores = q @ k.transpose(0, 2, 1)
    scores = np.where(hidden, -np.inf, scores)
    top = scores.max(axis=2, keepdims=True)
    weights = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = weights.sum(axis=2, keepdims=True)
    return weights / np.where(total > 0, total, 1) @ v / np.sqrt(d)
