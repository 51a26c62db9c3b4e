"""Weights in single precision, values in double: numbers in double with the digits of single.
"""

import numpy as np

def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    S = (beta_k + omega_k @ X).T @ (beta_q + omega_q @ X)
    A = np.exp(S - S.max(axis=0)).astype(np.float32)
    return (beta_v + omega_v @ X) @ (A / A.sum(axis=0))
