"""Two products and a quotient."""


def linear_attention(V, G_K, G_Q):
    M = V @ G_K.T
    s = G_K.sum(axis=1)
    return (M @ G_Q) / (s @ G_Q)
