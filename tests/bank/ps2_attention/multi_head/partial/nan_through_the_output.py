"""Lets the NaN of a fully masked query through the output projection.

points: 4.5
finding: nan-where-all-masked
"""

import numpy as np

def multi_head_attention(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    (n, tl, d), sl, e = q.shape, k.shape[1], q.shape[2] // n_heads

    def heads(x, W):
        return (x @ W.T).reshape(n, x.shape[1], n_heads, e).transpose(0, 2, 1, 3)

    scores = heads(q, W_q) @ heads(k, W_k).transpose(0, 1, 3, 2) / np.sqrt(e)
    if key_padding_mask is not None:
        scores = np.where(key_padding_mask[:, None, None, :], -np.inf, scores)
    if causal:
        scores = np.where(np.arange(sl) > np.arange(tl)[:, None], -np.inf, scores)
    with np.errstate(all="ignore"):
        weights = np.exp(scores - scores.max(axis=3, keepdims=True))
        weights = weights / weights.sum(axis=3, keepdims=True)
    output = (weights @ heads(v, W_v)).transpose(0, 2, 1, 3).reshape(n, tl, d)
    return output @ W_o.T
