"""A small number in the normaliser of each head.

points: 3.75
finding: small-number-in-normaliser
"""

import numpy as np


def attend(q, k, v, key_padding_mask=None, causal=False):
    """Attention of q (b, tl, d) over k, v (b, sl, d); True in the mask (b, sl) is padding."""
    (n, tl, d), sl = q.shape, k.shape[1]
    visible = np.ones((n, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        visible &= ~key_padding_mask[:, None, :]
    if causal:
        visible &= np.arange(sl)[None, :] <= np.arange(tl)[:, None]
    scores = np.where(visible, q @ k.transpose(0, 2, 1) / np.sqrt(d), -np.inf)
    largest = scores.max(axis=2, keepdims=True)
    weights = np.exp(scores - np.where(np.isfinite(largest), largest, 0))
    total = weights.sum(axis=2, keepdims=True) + 1e-6
    return weights @ v / np.where(total > 0, total, 1)  # 0 / 1 where every key is masked


def multi_head_attention(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    """Multi-head attention of q (b, tl, d) over k, v (b, sl, d)."""
    n = len(q)

    def heads(x, W):
        """Project, then give every head an entry of the batch: (n * n_heads, length, d_head)."""
        split = (x @ W.T).reshape(n, x.shape[1], n_heads, -1)
        return split.transpose(0, 2, 1, 3).reshape(n * n_heads, x.shape[1], -1)

    Q, K, V, mask = heads(q, W_q), heads(k, W_k), heads(v, W_v), key_padding_mask
    if mask is not None:
        mask = np.repeat(mask, n_heads, axis=0)
    attended = attend(Q, K, V, mask, causal)
    apart = attended.reshape(n, n_heads, q.shape[1], -1)
    output = apart.transpose(0, 2, 1, 3).reshape(q.shape)
    return output @ W_o.T
