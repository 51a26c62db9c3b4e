"""Takes the rows of X for tokens, with a transposed result.

finding: no biases, D = 3, L = 5: numbers-differ
"""

import numpy as np

def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    D = X.shape[0]
    q, k, v = (w @ X + b for w, b in ((omega_q, beta_q), (omega_k, beta_k), (omega_v, beta_v)))
    S = q @ k.T
    A = np.exp(S - S.max(axis=1, keepdims=True))
    return (A / A.sum(axis=1, keepdims=True)) @ v
