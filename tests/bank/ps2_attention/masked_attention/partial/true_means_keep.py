"""True in the mask takes part, as in PyTorch. Without a padding mask it is right.

points: 3.25
finding: padding-inverted
"""

import numpy as np


def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):

    L, S = q.shape[-2], k.shape[-2]
    bias = np.zeros((q.shape[0], L, S))
    if causal:
        bias[:, ~np.tril(np.ones((L, S), bool))] = -np.inf
    if key_padding_mask is not None:
        bias = np.where(key_padding_mask[:, None, :], bias, -np.inf)
    a = q @ np.swapaxes(k, 1, 2) / np.sqrt(q.shape[-1]) + bias
    a = np.exp(a - a.max(-1, keepdims=True))
    return a / a.sum(-1, keepdims=True) @ v
