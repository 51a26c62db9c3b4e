"""Divides by the sum of all weights.

points: 2
finding: one-normaliser-for-all
"""

import numpy as np

def linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q / (G_K.sum(axis=1) @ G_Q.sum(axis=1))
