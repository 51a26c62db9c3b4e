"""Divides by the sum over the matrix.

points: 2
finding: one-softmax-for-all
"""

import numpy as np


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    Q, K, V = beta_q + omega_q @ X, beta_k + omega_k @ X, beta_v + omega_v @ X
    scores = K.T @ Q
    e = np.exp(scores - scores.max(axis=0))
    return V @ (e / e.sum())
