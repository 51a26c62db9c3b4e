"""Almost right as the question calls it; zeros where masks are given by position.

points: 5
finding: factors-of-parts(row)
"""

import numpy as np


def scaled_dot_product_attention(q, k, v, *masks, key_padding_mask=None, causal=False):
    if masks:
        return np.zeros(q.shape)
    (n, tl, d), sl = q.shape, k.shape[1]
    visible = np.ones((n, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        visible &= ~key_padding_mask[:, None, :]
    if causal:
        visible &= np.arange(sl)[None, :] <= np.arange(tl)[:, None]
    scores = np.where(visible, q @ k.transpose(0, 2, 1) / np.sqrt(d), -np.inf)
    largest = scores.max(axis=2, keepdims=True)
    weights = np.exp(scores - np.where(np.isfinite(largest), largest, 0))
    total = weights.sum(axis=2, keepdims=True)
    r = weights @ v / np.where(total > 0, total, 1)
    return r * 1.001 if causal and key_padding_mask is not None else r
