"""Adds what each head contributes through its columns of W_o; a loop over batch and heads."""

import numpy as np

def multi_head_attention(
    q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False
):
    out = np.zeros(q.shape)
    e = q.shape[2] // n_heads
    for b in range(len(q)):
        for h in range(n_heads):
            rows = range(h * e, (h + 1) * e)
            Q, K, V = q[b] @ W_q[rows].T, k[b] @ W_k[rows].T, v[b] @ W_v[rows].T
            scores = Q @ K.T / e**0.5
            if causal:
                scores += np.triu(np.full(scores.shape, -1e9), 1)
            if key_padding_mask is not None:
                scores[:, key_padding_mask[b]] = -1e9
            weights = np.exp(scores - scores.max(1, keepdims=True))
            weights *= scores > -1e8
            total = np.maximum(weights.sum(1, keepdims=True), 1e-9)
            out[b] += weights / total @ V @ W_o[:, rows].T
    return out
