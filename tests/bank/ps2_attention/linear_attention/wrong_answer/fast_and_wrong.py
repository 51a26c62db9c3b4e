"""Fast, and not attention: no points for speed alone.

finding: constant
finding: 1,000: not-looked-at
"""

import numpy as np

def linear_attention(V, G_K, G_Q):
    return np.zeros(V.shape)
