"""Ignores the heads.

finding: one-head
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[2])
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
    return scaled_dot_product_attention(q @ W_q.T, k @ W_k.T, v @ W_v.T, key_padding_mask, causal) @ W_o.T
