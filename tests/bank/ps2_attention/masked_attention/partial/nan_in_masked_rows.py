"""A softmax over −∞ alone is NaN.

points: 5
finding: a fully masked query gives zeros: unequal
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[2])
    if key_padding_mask is not None:
        scores = np.where(key_padding_mask[:, None, :], -np.inf, scores)
    if causal:
        scores = np.where(np.tri(*scores.shape[1:], dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=2, keepdims=True))
    return weights / weights.sum(axis=2, keepdims=True) @ v
