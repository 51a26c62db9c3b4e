"""Nothing can be seen.

finding: the past can: not looked at: first the values have to be right
finding: 32 MiB for n = 4,500, d_v = 48, r = 48: not looked at
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    return np.zeros(V.shape)
