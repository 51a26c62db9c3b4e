"""Leaves the normaliser out.

points: 2
finding: normaliser-missing
"""

import numpy as np

def linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q
