"""Divides by the sum over a sequence.

points: 1
finding: one-sum-for-all
"""

import numpy as np


def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    (n, tl, d), sl = q.shape, k.shape[1]
    seen = np.ones((n, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        seen &= ~key_padding_mask[:, None, :]
    if causal:
        seen &= np.tril(np.ones((tl, sl), dtype=bool))
    S = np.where(seen, q @ k.transpose(0, 2, 1) / np.sqrt(d), -np.inf)
    e = np.exp(S - S.max(axis=(1, 2), keepdims=True))
    return e / e.sum(axis=(1, 2), keepdims=True) @ v
