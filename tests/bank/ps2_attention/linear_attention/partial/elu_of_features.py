"""Applies elu + 1 to the features.

points: 2
finding: features-again
"""

import numpy as np


def linear_attention(V, G_K, G_Q):
    g = lambda x: np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))
    K, Q = g(G_K), g(G_Q)
    return V @ K.T @ Q / (K.sum(axis=1) @ Q)
