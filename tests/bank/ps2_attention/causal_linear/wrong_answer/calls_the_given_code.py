"""The given function, which is neither causal nor linear.

finding: every token sees all tokens, as in 5.1
finding: not looked at
"""


def causal_linear_attention(V, G_K, G_Q):
    return quadratic_attention(V, G_K, G_Q)
