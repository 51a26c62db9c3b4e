"""Adds the input, as a layer of a transformer does.

points: 2
finding: input-added
"""

import numpy as np


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    Q, K, V = omega_q @ X + beta_q, omega_k @ X + beta_k, omega_v @ X + beta_v
    S = K.T @ Q
    A = np.exp(S - S.max(axis=0))
    return X + V @ (A / A.sum(axis=0))
