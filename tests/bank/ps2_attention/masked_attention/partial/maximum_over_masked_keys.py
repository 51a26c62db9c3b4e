"""Subtracts the largest of all scores, those of masked keys too: the others may all be 0 then.

points: 5.75
finding: largest-of-all-subtracted
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
    weights = np.where(visible, np.exp(scores - scores.max(axis=2, keepdims=True)), 0)
    total = weights.sum(axis=2, keepdims=True)
    return weights @ v / np.where(total > 0, total, 1)
