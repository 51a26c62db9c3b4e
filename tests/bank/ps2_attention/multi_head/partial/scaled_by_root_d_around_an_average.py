"""Divides by √d, not √d_head, around its own attention, whose fully masked queries get an average.

given: masked_attention/partial/average_in_masked_rows.py
points: 2.5
finding: scaled-by-root-d
"""

import numpy as np


def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False, width=None):
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(width)
    if key_padding_mask is not None:
        scores = np.where(key_padding_mask[:, None, :], -1e9, scores)
    if causal:
        scores = np.where(np.tri(*scores.shape[1:], dtype=bool), scores, -1e9)
    weights = np.exp(scores - scores.max(axis=2, keepdims=True))
    return weights / weights.sum(axis=2, keepdims=True) @ v


def multi_head_attention(
    q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False
):
    Q, K, V = q @ W_q.T, k @ W_k.T, v @ W_v.T
    heads = [
        scaled_dot_product_attention(a, b, c, key_padding_mask, causal, width=q.shape[2])
        for a, b, c in zip(*(np.split(x, n_heads, axis=2) for x in (Q, K, V)))
    ]
    return np.concatenate(heads, axis=2) @ W_o.T
