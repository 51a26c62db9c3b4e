"""The formula as it stands.

finding: 32: too-much-memory
"""


def linear_attention(V, G_K, G_Q):
    A = G_K.T @ G_Q
    return V @ (A / A.sum(axis=0))
