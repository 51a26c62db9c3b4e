"""Gives zeros where all keys of a sequence are padding, not where padding and the causal mask do it.

points: 5
finding: nan-where-all-masked
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    (n, tl, d), sl = q.shape, k.shape[1]
    visible = np.ones((n, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        visible &= ~key_padding_mask[:, None, :]
    if causal:
        visible &= np.arange(sl)[None, :] <= np.arange(tl)[:, None]
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d)
    scores = np.where(visible, scores, -np.inf)
    largest = scores.max(axis=2, keepdims=True)
    weights = np.exp(scores - np.where(np.isfinite(largest), largest, 0))
    with np.errstate(all="ignore"):
        weights = weights / weights.sum(axis=2, keepdims=True)
    output = weights @ v
    if key_padding_mask is not None:
        output[key_padding_mask.all(axis=1)] = 0
    return output
