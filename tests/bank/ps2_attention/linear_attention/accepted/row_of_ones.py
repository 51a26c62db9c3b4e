"""Carries the normaliser along as one more value of 1."""

import numpy as np

def linear_attention(V, G_K, G_Q):
    ones = np.ones((1, V.shape[1]))
    both = np.vstack([V, ones]) @ G_K.T @ G_Q
    return both[:-1] / both[-1]
