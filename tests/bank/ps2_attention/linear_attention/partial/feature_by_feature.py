"""Divides each feature by its own sum.

points: 2
finding: each-feature-divided
"""


def linear_attention(V, G_K, G_Q):
    return (V @ G_K.T / G_K.sum(axis=1)) @ G_Q
