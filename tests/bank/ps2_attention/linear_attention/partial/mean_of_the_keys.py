"""Divides by a mean over the keys, not a sum.

points: 2
finding: normaliser-is-a-mean
"""


def linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q / (G_K.mean(axis=1) @ G_Q)
