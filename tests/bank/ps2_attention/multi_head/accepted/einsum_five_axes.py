"""Einsum with an axis for heads, weights split too, no help from the function above."""

import numpy as np

def multi_head_attention(
    q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False
):
    d = q.shape[2]
    e = d // n_heads
    rows = lambda W: W.reshape(n_heads, e, d)
    Q = np.einsum("btd,hed->bhte", q, rows(W_q))
    K = np.einsum("bsd,hed->bhse", k, rows(W_k))
    V = np.einsum("bsd,hed->bhse", v, rows(W_v))
    scores = np.einsum("bhte,bhse->bhts", Q, K) / np.sqrt(e)
    if key_padding_mask is not None:
        scores += np.where(key_padding_mask, -np.inf, 0.0)[:, None, None, :]
    if causal:
        t, s = np.indices(scores.shape[2:])
        scores[:, :, s > t] = -np.inf
    weights = np.exp(scores - np.maximum(scores.max(-1, keepdims=True), -1e9))
    weights /= np.maximum(weights.sum(-1, keepdims=True), 1e-300)
    return np.einsum("bhts,bhse,dhe->btd", weights, V, W_o.reshape(d, n_heads, e))
