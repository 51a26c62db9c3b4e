"""Subtracts the largest of all scores.

points: 3.5
finding: largest-of-all-subtracted
"""

import numpy as np


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    Q, K, V = beta_q + omega_q @ X, beta_k + omega_k @ X, beta_v + omega_v @ X
    scores = K.T @ Q
    e = np.exp(scores - scores.max())
    return V @ (e / e.sum(axis=0))
