"""Exchanges keys and queries in the normaliser alone.

points: 2
finding: normaliser-exchanged
"""


def linear_attention(V, G_K, G_Q):
    S = V @ G_K.T
    normaliser = G_Q.sum(axis=1) @ G_K
    return S @ G_Q / normaliser
