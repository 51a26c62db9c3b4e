"""A small number in the normaliser.

points: 3
finding: small-number-in-normaliser
"""


def linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q / (G_K.sum(axis=1) @ G_Q + 1e-3)
