"""Single precision, like most of the world's attention."""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    q, k, v = (x.astype(np.float32) for x in (q, k, v))
    scores = q @ k.transpose(0, 2, 1) / np.float32(np.sqrt(q.shape[2]))
    hidden = np.zeros(scores.shape, dtype=bool)
    if key_padding_mask is not None:
        hidden |= key_padding_mask[:, None, :]
    if causal:
        hidden |= np.arange(k.shape[1])[None, :] > np.arange(q.shape[1])[:, None]
    scores = np.where(hidden, np.float32(-1e30), scores)
    weights = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights = np.where(hidden, np.float32(0), weights)
    total = np.maximum(weights.sum(axis=2, keepdims=True), np.float32(1e-30))
    return weights / total @ v
