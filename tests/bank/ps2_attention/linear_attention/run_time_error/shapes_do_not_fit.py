"""Forgets a transpose.

finding: D_v = 2, R = 3, L = 5: raised(ValueError)
"""


def linear_attention(V, G_K, G_Q):
    return (V @ G_K) @ G_Q
