"""Works with tokens in rows and transposes at the end."""

import numpy as np

def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    tokens = X.T
    q = tokens @ omega_q.T + beta_q.T
    k = tokens @ omega_k.T + beta_k.T
    v = tokens @ omega_v.T + beta_v.T
    scores = q @ k.T
    scores -= scores.max(axis=1)[:, None]
    weights = np.exp(scores)
    weights /= weights.sum(axis=1)[:, None]
    return (weights @ v).T
