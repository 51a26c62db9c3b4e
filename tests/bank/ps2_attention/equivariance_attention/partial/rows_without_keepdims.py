"""Divides by the sums of the rows, and forgets keepdims=True.

points: 2
finding: column-divided-by-row-sum
"""

import numpy as np


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    Q, K, V = beta_q + omega_q @ X, beta_k + omega_k @ X, beta_v + omega_v @ X
    S = K.T @ Q
    e = np.exp(S - S.max())
    return V @ (e / e.sum(axis=1))
