"""Averages the scores of the heads: one matrix of weights for all of them.

finding: one-head
"""

import numpy as np


def multi_head_attention(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    b, tl, d = q.shape
    sl, e = k.shape[1], d // n_heads
    Q, K, V = q @ W_q.T, k @ W_k.T, v @ W_v.T
    Q, K, V = (x.reshape(b, -1, n_heads, e).transpose(0, 2, 1, 3) for x in (Q, K, V))
    S = (Q @ K.transpose(0, 1, 3, 2) / np.sqrt(e)).mean(axis=1, keepdims=True)
    hidden = np.zeros((b, 1, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        hidden = hidden | key_padding_mask[:, None, None, :]
    if causal:
        hidden = hidden | np.triu(np.ones((tl, sl), dtype=bool), k=1)
    w = np.where(hidden, 0.0, np.exp(S))
    total = w.sum(axis=-1, keepdims=True)
    w = w / np.where(total == 0, 1, total)
    return (w @ V).transpose(0, 2, 1, 3).reshape(b, tl, d) @ W_o.T
