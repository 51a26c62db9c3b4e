"""Has most properties, and sees nothing.

finding: the output doesn't change with the real values either
finding: all sequences have the same output
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    return np.zeros(q.shape)
