"""Weights the tokens themselves instead of their values.

points: 2
finding: values-not-projected
"""


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    q = beta_q + omega_q @ X
    k = beta_k + omega_k @ X
    s = k.T @ q
    w = np.exp(s - s.max(0))
    w /= w.sum(0)
    return X @ w
