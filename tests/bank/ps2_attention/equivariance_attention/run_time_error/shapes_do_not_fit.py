"""Multiplies from the wrong side.

finding: no biases, D = 3, L = 5: raised(ValueError)
"""

import numpy as np

def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    return X @ omega_v + beta_v
