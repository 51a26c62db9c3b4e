"""A small number in the normaliser, against a division by 0.

points: 4.5
finding: small-number-in-normaliser
"""

import numpy as np


def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
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
