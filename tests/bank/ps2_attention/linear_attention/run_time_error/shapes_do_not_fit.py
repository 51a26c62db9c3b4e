"""Forgets a transpose.

finding: it raised ValueError
"""


def linear_attention(V, G_K, G_Q):
    return (V @ G_K) @ G_Q
