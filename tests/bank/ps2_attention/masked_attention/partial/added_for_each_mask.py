"""Adds −10⁹ for each mask, so that a query that sees nothing sees all.

points: 5
finding: mean-where-all-masked
"""

import numpy as np
def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    s = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    if key_padding_mask is not None:
        s = s - 1e9 * key_padding_mask[:, None]
    if causal:
        s = s - 1e9 * (1 - np.tri(*s.shape[1:]))
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v
