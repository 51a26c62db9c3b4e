"""The normaliser has the keys' features twice; it is Σ_m g(k_m)·g(q_n).

points: 2
finding: normaliser-of-keys-twice
"""


def linear_attention(V, G_K, G_Q):
    """Outputs (D_v, L) of attention with weights g(k)·g(q), normalised over the keys."""
    numerators = (V @ G_K.T) @ G_Q  # first (D_v, R): no query in it
    normalisers = G_K.sum(axis=1) @ G_K
    return numerators / normalisers
