"""Fast, and not attention: no points for speed alone.

finding: it is zero
finding: time from 250 to 90,000: not looked at
"""

import numpy as np

def linear_attention(V, G_K, G_Q):
    return np.zeros(V.shape)
