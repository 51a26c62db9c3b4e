"""Nothing can be seen.

finding: some token doesn't change with the first value
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    return np.zeros(V.shape)
