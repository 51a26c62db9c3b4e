"""The features are divided by their sums; the normaliser is Σ_m g(k_m)·g(q_n).

points: 2
finding: features-divided-by-sums
"""


def linear_attention(V, G_K, G_Q):
    """Outputs (D_v, L) of attention with weights g(k)·g(q), normalised over the keys."""
    numerators = (V @ G_K.T) @ G_Q  # first (D_v, R): no query in it
    normalisers = G_K.sum(axis=1) @ G_Q
    return V @ (G_K / G_K.sum(axis=0)).T @ (G_Q / G_Q.sum(axis=0))
