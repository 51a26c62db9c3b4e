"""An `elif`: where a padding mask is given, it alone is applied.

points: 4
finding: causal-off-with-padding-mask
"""

import numpy as np


def multi_head_attention(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    b, tl, d = q.shape
    sl, dh = k.shape[1], d // n_heads
    Q = (q @ W_q.T).reshape(b, tl, n_heads, dh).transpose(0, 2, 1, 3)
    K = (k @ W_k.T).reshape(b, sl, n_heads, dh).transpose(0, 2, 1, 3)
    V = (v @ W_v.T).reshape(b, sl, n_heads, dh).transpose(0, 2, 1, 3)
    scores = Q @ K.transpose(0, 1, 3, 2) / np.sqrt(dh)
    visible = np.ones((b, 1, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        visible = visible & ~key_padding_mask[:, None, None, :]
    elif causal:
        visible = visible & np.tril(np.ones((tl, sl), dtype=bool))
    e = np.where(visible, np.exp(scores - scores.max(axis=-1, keepdims=True)), 0)
    total = e.sum(axis=-1, keepdims=True)
    out = (e / np.where(total == 0, 1, total)) @ V
    return out.transpose(0, 2, 1, 3).reshape(b, tl, d) @ W_o.T
