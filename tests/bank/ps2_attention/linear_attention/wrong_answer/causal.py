"""Sums up to the query's own token.

finding: causal-sums
"""

import numpy as np


def linear_attention(V, G_K, G_Q):
    weights = np.triu(G_K.T @ G_Q)
    return V @ (weights / weights.sum(axis=0))
