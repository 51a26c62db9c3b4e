"""Right given one's own attention, which gives zeros: nothing follows from nothing.

given: masked_attention/wrong_answer/zeros.py
finding: constant(0)
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    return np.zeros(q.shape)


def multi_head_attention(
    q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False
):
    return np.zeros(q.shape)
