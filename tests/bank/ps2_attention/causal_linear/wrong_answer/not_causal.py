"""The answer to the question before: linear, but every token sees everything.

finding: there-already
finding: the future can't be seen, the past can: not-looked-at
"""


def causal_linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q / (G_K.sum(axis=1) @ G_Q)
