"""Calls a function that was never written.

finding: raised(NameError)
"""

import numpy as np

def multi_head_attention(
    q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False
):
    return attention_heads(q, k, v) @ W_o.T
