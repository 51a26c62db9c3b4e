"""The normaliser is a mean over the features as well: R times too large.

points: 2
finding: explained
"""


def linear_attention(V, G_K, G_Q):
    n, r = V.shape[1], len(G_K)
    return (V @ G_K.T / n) @ G_Q / (G_K.mean(axis=1) @ G_Q / r)
