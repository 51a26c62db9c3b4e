"""Divides by √D, which this layer does not; with huge scores nobody sees it.

points: 3
finding: scores-scaled
"""

import numpy as np

def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    Q = beta_q + omega_q @ X
    K = beta_k + omega_k @ X
    V = beta_v + omega_v @ X
    S = K.T @ Q / np.sqrt(X.shape[0])
    A = np.exp(S - S.max(axis=0))
    return V @ (A / A.sum(axis=0))
