"""The given function, which has the values already.

finding: D_v = 2, R = 3, L = 5: but
finding: 32: too-much-memory
"""


def linear_attention(V, G_K, G_Q):
    return quadratic_attention(V, G_K, G_Q)
