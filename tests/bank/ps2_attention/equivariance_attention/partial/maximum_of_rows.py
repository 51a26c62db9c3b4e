"""Subtracts the largest of a row, divides by the sum of a column.

points: 2
finding: largest-of-row-subtracted
"""

import numpy as np


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    Q, K, V = beta_q + omega_q @ X, beta_k + omega_k @ X, beta_v + omega_v @ X
    S = K.T @ Q
    e = np.exp(S - S.max(axis=1, keepdims=True))
    return V @ (e / e.sum(axis=0))
