"""Divides by √d in place of √d_head.

points: 2.5
finding: scaled-by-root-d
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False, d=1):
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
    if key_padding_mask is not None:
        scores = np.where(key_padding_mask[:, None, :], -1e9, scores)
    if causal:
        scores = np.where(np.tri(*scores.shape[1:], dtype=bool), scores, -1e9)
    weights = np.exp(scores - scores.max(axis=2, keepdims=True)) * (scores > -1e8)
    total = weights.sum(axis=2, keepdims=True)
    return weights / np.where(total > 0, total, 1) @ v


def multi_head_attention(
    q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False
):
    b, tl, d = q.shape
    e = d // n_heads

    def split(x):
        return x.reshape(b, -1, n_heads, e).swapaxes(1, 2).reshape(b * n_heads, -1, e)

    mask = None if key_padding_mask is None else np.repeat(key_padding_mask, n_heads, axis=0)
    o = scaled_dot_product_attention(split(q @ W_q.T), split(k @ W_k.T), split(v @ W_v.T), mask, causal, d)
    return o.reshape(b, n_heads, tl, e).swapaxes(1, 2).reshape(b, tl, d) @ W_o.T
