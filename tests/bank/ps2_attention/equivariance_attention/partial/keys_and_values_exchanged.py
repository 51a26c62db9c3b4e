"""Takes the keys for the values.

points: 2
finding: roles-exchanged
"""

import numpy as np


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    Q, V, K = beta_q + omega_q @ X, beta_k + omega_k @ X, beta_v + omega_v @ X
    scores = K.T @ Q
    weights = np.exp(scores - scores.max(axis=0))
    return V @ (weights / weights.sum(axis=0))
