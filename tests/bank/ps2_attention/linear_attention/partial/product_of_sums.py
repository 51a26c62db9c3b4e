"""Multiplies the sum of all keys' features by that of the query's.

points: 2
finding: product-of-sums
"""

import numpy as np


def linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q / (np.sum(G_K) * np.sum(G_Q, axis=0))
