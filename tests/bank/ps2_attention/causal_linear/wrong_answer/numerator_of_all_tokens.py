"""Only the normaliser is causal.

finding: numerator-sees-future
"""

import numpy as np


def causal_linear_attention(V, G_K, G_Q):
    weights = G_K.T @ G_Q
    return V @ (weights / np.triu(weights).sum(axis=0))
