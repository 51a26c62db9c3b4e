"""Divides by the root of the normaliser: each column has a factor of its own, in linear time.

points: 2
finding: factors-of-parts
"""


def linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q / (G_K.sum(axis=1) @ G_Q) ** 0.5
