"""Sets weights to zero after the softmax and does not renormalise.

points: 3
finding: zeroed-after-softmax
finding: weights sum to 1: unequal
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[2])
    weights = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights /= weights.sum(axis=2, keepdims=True)
    if key_padding_mask is not None:
        weights = weights * ~key_padding_mask[:, None, :]
    if causal:
        weights = np.tril(weights)
    return weights @ v
