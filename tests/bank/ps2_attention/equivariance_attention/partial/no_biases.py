"""Leaves the biases out.

points: 2
finding: biases-missing
"""

import numpy as np

def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    S = (omega_k @ X).T @ (omega_q @ X)
    A = np.exp(S - S.max(axis=0))
    return omega_v @ X @ (A / A.sum(axis=0))
