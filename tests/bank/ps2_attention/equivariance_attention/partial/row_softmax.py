"""The softmax along the rows of KᵀQ.

points: 2
finding: softmax-along-rows
"""

import numpy as np

def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    Q = beta_q + omega_q @ X
    K = beta_k + omega_k @ X
    V = beta_v + omega_v @ X
    S = K.T @ Q
    A = np.exp(S - S.max(axis=1, keepdims=True))
    return V @ (A / A.sum(axis=1, keepdims=True))
