"""Never stops.

finding: not-in-time
"""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    while True:
        q = q @ np.eye(q.shape[2])
