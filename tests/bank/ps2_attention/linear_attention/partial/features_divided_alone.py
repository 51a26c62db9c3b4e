"""Divides each feature by its own sum.

points: 2
finding: each-feature-divided
"""

def linear_attention(V, G_K, G_Q):
    return V @ (G_K / G_K.sum(axis=1, keepdims=True)).T @ (G_Q / G_Q.sum(axis=0))
