"""Divides by L.

points: 2
finding: divided-by-n
"""

import numpy as np

def linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q / V.shape[1]
