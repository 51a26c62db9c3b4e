"""Subtracts no maximum: only large scores show it.

points: 5.25
finding: overflow
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[2])
    weights = np.exp(scores)
    if key_padding_mask is not None:
        weights = weights * ~key_padding_mask[:, None, :]
    if causal:
        weights = np.tril(weights)
    total = weights.sum(axis=2, keepdims=True)
    return weights @ v / np.where(total > 0, total, 1)
