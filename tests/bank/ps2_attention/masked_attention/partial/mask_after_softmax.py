"""Sets weights to zero after the softmax and does not renormalise.

points: 3.5
finding: masked weights are set to 0 after the softmax, so the others don't sum to 1
finding: with values of 1 the output is not 1
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
