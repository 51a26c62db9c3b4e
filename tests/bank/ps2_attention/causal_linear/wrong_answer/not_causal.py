"""Linear, but every token sees everything.

points: 2
finding: not causal: every token sees all tokens
finding: token 0 changed with the tokens after it
"""


def causal_linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q / (G_K.sum(axis=1) @ G_Q)
