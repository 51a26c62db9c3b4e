"""Divides by the sum of a token's own features.

points: 2
finding: normaliser-of-own-features
"""


def linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q / G_K.sum(axis=0)
