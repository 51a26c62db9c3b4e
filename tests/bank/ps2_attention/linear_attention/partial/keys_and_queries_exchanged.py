"""Takes keys for queries.

points: 2
finding: keys-and-queries-exchanged
"""

import numpy as np

def linear_attention(V, G_K, G_Q):
    return (V @ G_Q.T) @ G_K / (G_Q.sum(axis=1) @ G_K)
