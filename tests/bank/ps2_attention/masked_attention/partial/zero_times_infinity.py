"""Multiplies a mask of zeros and ones by −∞: 0 · ∞ is NaN, wherever there is a mask.

points: 3
finding: padding: all-nan
finding: zero-times-infinity
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[2])
    if key_padding_mask is not None:
        scores = scores + key_padding_mask[:, None, :] * -np.inf
    if causal:
        scores = scores + np.triu(np.ones(scores.shape[1:]), 1) * -np.inf
    weights = np.exp(scores - scores.max(axis=2, keepdims=True))
    return weights / weights.sum(axis=2, keepdims=True) @ v
