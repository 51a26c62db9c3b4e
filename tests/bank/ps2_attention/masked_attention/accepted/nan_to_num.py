"""Lets fully masked rows become NaN and replaces them."""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[2])
    bias = np.zeros(scores.shape)
    if key_padding_mask is not None:
        bias[np.broadcast_to(key_padding_mask[:, None, :], bias.shape)] = -np.inf
    if causal:
        bias[:, np.triu(np.ones(bias.shape[1:], dtype=bool), 1)] = -np.inf
    scores = scores + bias
    scores = scores - scores.max(axis=2, keepdims=True)
    weights = np.exp(scores)
    weights = weights / weights.sum(axis=2, keepdims=True)
    return np.nan_to_num(weights) @ v
