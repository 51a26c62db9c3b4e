"""A small number in the normaliser.

points: 3
finding: small-number-in-normaliser
"""

import numpy as np


def spatial_self_attention(h, W_Q, W_K, W_V):
    """(h_out, alpha) of self-attention among all cells of the grid h (n_x, n_y, D)."""
    X, Y, J = h.shape
    cells = h.reshape(X * Y, J)  # to attention, a grid is a sequence
    Q, K, V = (np.einsum("tj,kuj->ktu", cells, W) for W in (W_Q, W_K, W_V))
    scores = Q @ K.transpose(0, 2, 1)
    powers = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights = powers / (powers.sum(axis=2, keepdims=True) + 1e-6)
    out = (weights @ V).transpose(1, 0, 2)
    return out.reshape(X, Y, -1), weights.reshape(-1, X, Y, X, Y)
