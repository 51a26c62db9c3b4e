"""Right, but for the inverted mask of its own attention, which also averages where no key is seen.

given: masked_attention/partial/mask_inverted_with_minus_1e9.py
finding: padding and causal, 4 heads of 2: authored
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    n, tl, d = q.shape
    sl = k.shape[1]
    hidden = np.zeros((n, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        hidden |= ~key_padding_mask[:, None, :]
    if causal:
        hidden |= np.triu(np.ones((tl, sl), dtype=bool), 1)
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
    scores = np.where(hidden, -1e9, scores)
    top = scores.max(axis=2, keepdims=True)
    weights = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = weights.sum(axis=2, keepdims=True)
    return weights / np.where(total > 0, total, 1) @ v


def multi_head_attention(
    q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False
):
    Q, K, V = q @ W_q.T, k @ W_k.T, v @ W_v.T
    heads = [
        scaled_dot_product_attention(a, b, c, key_padding_mask, causal)
        for a, b, c in zip(*(np.split(x, n_heads, axis=2) for x in (Q, K, V)))
    ]
    return np.concatenate(heads, axis=2) @ W_o.T
