"""The answer to the question before: linear, but every token sees everything.

finding: every token sees all tokens, as in 5.1
finding: not looked at
"""


def causal_linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q / (G_K.sum(axis=1) @ G_Q)
