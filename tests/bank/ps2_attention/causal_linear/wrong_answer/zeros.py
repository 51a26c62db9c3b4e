"""Nothing can be seen.

finding: the past can: not looked at: first the values have to be right
finding: 32 MiB for n = 3,000, d_v = 64, r = 64: not looked at
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    return np.zeros(V.shape)
