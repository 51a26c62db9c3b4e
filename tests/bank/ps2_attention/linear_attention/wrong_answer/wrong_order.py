"""Factorises, and then lets Python multiply from the left: (G_Kᵀ G_Q) is formed first.

finding: 32: too-much-memory
"""


def linear_attention(V, G_K, G_Q):
    return V @ (G_K.T @ G_Q) / (G_K.sum(axis=1) @ G_Q)
