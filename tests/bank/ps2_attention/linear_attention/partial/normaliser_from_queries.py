"""Builds the normaliser from the queries' features.

points: 2
finding: normaliser-of-query-features
"""

import numpy as np

def linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q / (G_Q.sum(axis=1) @ G_Q)
