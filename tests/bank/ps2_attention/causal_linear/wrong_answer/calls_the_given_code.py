"""The given function, which is neither causal nor linear.

finding: there-already
finding: the future can't be seen, the past can: not-looked-at
"""


def causal_linear_attention(V, G_K, G_Q):
    return quadratic_attention(V, G_K, G_Q)
