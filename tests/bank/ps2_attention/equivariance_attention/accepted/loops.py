"""A loop over queries and keys."""

import numpy as np

def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    D, N = X.shape
    out = np.zeros((D, N))
    for n in range(N):
        q = omega_q @ X[:, n] + beta_q[:, 0]
        scores = np.array([(omega_k @ X[:, m] + beta_k[:, 0]).dot(q) for m in range(N)])
        weights = np.exp(scores - scores.max())
        weights = weights / weights.sum()
        for m in range(N):
            out[:, n] += weights[m] * (omega_v @ X[:, m] + beta_v[:, 0])
    return out
