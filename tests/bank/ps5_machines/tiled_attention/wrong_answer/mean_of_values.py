"""The mean of the values so far, whatever the scores.

finding: 7 tokens, e = 5, blocks of 3: numbers-differ
"""

import numpy as np


def tiled_attention(Q, K, V, block):
    return np.cumsum(V, axis=0) / np.arange(1, len(V) + 1)[:, None]
