"""Subtracts 1000 from the scores of masked keys, which some keys make up for.

points: 5.75
finding: finite-number-added
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    (n, tl, d), sl = q.shape, k.shape[1]
    visible = np.ones((n, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        visible &= ~key_padding_mask[:, None, :]
    if causal:
        visible &= np.arange(sl)[None, :] <= np.arange(tl)[:, None]
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
    scores = scores - 1000 * ~visible
    weights = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights = weights / weights.sum(axis=2, keepdims=True)
    return np.where(visible.any(axis=2, keepdims=True), weights @ v, 0)
