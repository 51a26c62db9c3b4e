"""Sets weights to zero after the softmax and renormalises."""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    n, tl, d = q.shape
    sl = k.shape[1]
    allowed = np.ones((n, tl, sl))
    if key_padding_mask is not None:
        allowed = allowed * (1 - key_padding_mask.astype(float))[:, None, :]
    if causal:
        allowed = allowed * np.tril(np.ones((tl, sl)))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
    # the largest score among the allowed ones, so that none of those underflows
    top = np.where(allowed > 0, scores, -1e300).max(axis=2, keepdims=True)
    weights = np.exp(np.minimum(scores - top, 0)) * allowed
    total = weights.sum(axis=2, keepdims=True)
    return np.divide(weights, total, out=np.zeros_like(weights), where=total > 0) @ v
