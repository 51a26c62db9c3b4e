"""Forgets the bias of the values.

points: 2
finding: beta-v-missing
"""

import numpy as np


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    V, Q, K = omega_v @ X, beta_q + omega_q @ X, beta_k + omega_k @ X
    S = K.T @ Q
    A = np.exp(S - S.max(axis=0))
    return V @ (A / A.sum(axis=0))
