"""Does not divide the exponentials by their sum.

points: 0.5
finding: not-divided-by-sum
"""

import numpy as np


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    Q, K, V = beta_q + omega_q @ X, beta_k + omega_k @ X, beta_v + omega_v @ X
    scores = K.T @ Q
    return V @ np.exp(scores - scores.max(axis=0))
