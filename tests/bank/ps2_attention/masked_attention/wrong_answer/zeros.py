"""Has most properties, and sees nothing.

finding: weights sum to 1: not-looked-at
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    return np.zeros(q.shape)
