"""Takes the mean of the heads' weights for each.

points: 2.5
finding: weights-averaged
"""
import numpy as np


def multi_head_attention(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    def split(x):
        return x.reshape(len(x), x.shape[1], n_heads, -1).transpose(0, 2, 1, 3)

    Q, K, V = split(q @ W_q.T), split(k @ W_k.T), split(v @ W_v.T)
    hidden = np.zeros((len(q), 1, q.shape[1], k.shape[1]), dtype=bool)
    if key_padding_mask is not None:
        hidden |= key_padding_mask[:, None, None, :]
    if causal:
        hidden |= np.triu(np.ones(hidden.shape[2:], dtype=bool), 1)
    A = np.where(hidden, 0, np.exp(Q @ K.transpose(0, 1, 3, 2) / np.sqrt(Q.shape[3])))
    A = A / np.maximum(A.sum(axis=-1, keepdims=True), 1e-300)
    A = A.mean(axis=1, keepdims=True)
    return (A @ V).transpose(0, 2, 1, 3).reshape(q.shape) @ W_o.T
