"""Attention in single precision, its output projected in double: numbers in double with the digits of single.
"""

import numpy as np

def multi_head_attention(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    n, tl, d = q.shape

    def split(x, W):
        return (x @ W.T).reshape(n, x.shape[1], n_heads, -1).swapaxes(1, 2).astype(np.float32)

    Q, K, V = split(q, W_q), split(k, W_k), split(v, W_v)
    S = Q @ K.swapaxes(2, 3) / np.float32(np.sqrt(d // n_heads))
    if key_padding_mask is not None:
        S = np.where(key_padding_mask[:, None, None, :], np.float32(-np.inf), S)
    if causal:
        S = np.where(np.tri(*S.shape[2:], dtype=bool), S, np.float32(-np.inf))
    top = S.max(-1, keepdims=True)
    E = np.exp(S - np.where(np.isfinite(top), top, np.float32(0)))
    Z = E.sum(-1, keepdims=True)
    A = E / np.where(Z > 0, Z, np.float32(1))
    return (A @ V).swapaxes(1, 2).reshape(n, tl, d) @ W_o.T
