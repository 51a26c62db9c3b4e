"""Sets masked scores to −100, which is above scores of −200.

points: 5.75
finding: finite-number-added
"""

import numpy as np
def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    s = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    see = np.ones(s.shape, bool)
    if key_padding_mask is not None:
        see &= ~key_padding_mask[:, None]
    if causal:
        see &= np.tri(*s.shape[1:], dtype=bool)
    s = np.where(see, s, -100.0)
    e = np.exp(s - s.max(-1, keepdims=True))
    return (e / e.sum(-1, keepdims=True) @ v) * see.any(-1, keepdims=True)
