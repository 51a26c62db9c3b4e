"""Never stops.

finding: not-in-time
"""

import numpy as np

def multi_head_attention(
    q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False
):
    heads = []
    while len(heads) != n_heads + 0.5:
        heads = heads[:3] + [q]
    return heads
