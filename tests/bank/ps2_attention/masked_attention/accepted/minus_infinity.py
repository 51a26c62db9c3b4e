"""Masks with −∞ and takes care of rows without any key."""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    scores = np.einsum("ntd,nsd->nts", q, k) / q.shape[-1] ** 0.5
    if key_padding_mask is not None:
        scores = np.where(key_padding_mask[:, None, :], -np.inf, scores)
    if causal:
        t, s = np.indices(scores.shape[1:])
        scores = np.where(s > t, -np.inf, scores)
    top = scores.max(axis=-1, keepdims=True)
    top[np.isneginf(top)] = 0
    e = np.exp(scores - top)
    total = e.sum(axis=-1, keepdims=True)
    total[total == 0] = 1
    return np.einsum("nts,nsd->ntd", e / total, v)
