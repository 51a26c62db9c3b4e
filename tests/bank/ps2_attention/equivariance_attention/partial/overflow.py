"""No maximum is subtracted.

points: 3.5
finding: overflow
"""

import numpy as np

def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    Q = beta_q + omega_q @ X
    K = beta_k + omega_k @ X
    V = beta_v + omega_v @ X
    A = np.exp(K.T @ Q)
    return V @ (A / A.sum(axis=0))
