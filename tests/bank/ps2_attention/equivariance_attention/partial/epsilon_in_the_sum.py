"""A small number in the normaliser.

points: 3
finding: small-number-in-normaliser
"""

import numpy as np


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    """V softmax(Kᵀ Q) with tokens in the columns of X (D, L)."""
    Q, K, V = beta_q + omega_q @ X, beta_k + omega_k @ X, beta_v + omega_v @ X
    scores = K.T @ Q
    powers = np.exp(scores - scores.max(axis=0))
    weights = powers / (powers.sum(axis=0) + 1e-6)
    return V @ weights
