"""Forgets to transpose the keys.

finding: no mask: raised(ValueError)
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    return np.exp(q @ k / np.sqrt(q.shape[2])) @ v
