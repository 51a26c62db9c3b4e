"""An attention of its own, which takes True for a key to keep.

points: 3
finding: padding-inverted
"""

import numpy as np


def multi_head_attention(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    (n, tl, d), sl = q.shape, k.shape[1]

    def heads(x, W):
        return (x @ W.T).reshape(n, x.shape[1], n_heads, -1).transpose(0, 2, 1, 3)

    hidden = np.zeros((n, 1, tl, sl), bool)
    if key_padding_mask is not None:
        hidden = hidden | ~key_padding_mask[:, None, None, :]
    if causal:
        hidden = hidden | (np.arange(sl) > np.arange(tl)[:, None])
    scores = heads(q, W_q) @ heads(k, W_k).transpose(0, 1, 3, 2) / np.sqrt(d // n_heads)
    scores = np.where(hidden, -np.inf, scores)
    largest = scores.max(axis=3, keepdims=True)
    weights = np.exp(scores - np.where(np.isfinite(largest), largest, 0))
    total = weights.sum(axis=3, keepdims=True)
    output = weights / np.where(total == 0, 1, total) @ heads(v, W_v)
    return output.transpose(0, 2, 1, 3).reshape(n, tl, d) @ W_o.T
