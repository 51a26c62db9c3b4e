"""Fast, and not attention: no points for speed alone.

finding: it is zero
finding: column 0: 4 of 4 entries differ
"""

import numpy as np

def linear_attention(V, G_K, G_Q):
    return np.zeros(V.shape)
