"""Single precision."""

import numpy as np

def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v = (
        np.asarray(m, dtype=np.float32) for m in (X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v)
    )
    S = (beta_k + omega_k @ X).T @ (beta_q + omega_q @ X)
    A = np.exp(S - S.max(axis=0))
    return (beta_v + omega_v @ X) @ (A / A.sum(axis=0))
