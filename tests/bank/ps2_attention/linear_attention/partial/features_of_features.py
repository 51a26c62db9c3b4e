"""Applies exp to the features.

points: 2
finding: features-again
"""


def linear_attention(V, G_K, G_Q):
    K, Q = np.exp(G_K), np.exp(G_Q)
    return (V @ K.T) @ Q / (K.sum(axis=1) @ Q)
