"""Equivariant, and wrong.

finding: constant(0)
"""

import numpy as np

def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    return np.zeros(X.shape)
