"""Nothing can be seen.

finding: the future can't be seen, the past can: not-looked-at
finding: 32: not-looked-at
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    return np.zeros(V.shape)
