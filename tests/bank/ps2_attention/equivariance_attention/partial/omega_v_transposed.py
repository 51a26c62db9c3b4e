"""Omega_v is transposed.

points: 2
finding: omega-v-transposed
"""


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    """V softmax(Kᵀ Q) with tokens in the columns of X (D, L)."""
    omega_v = omega_v.T
    Q, K, V = beta_q + omega_q @ X, beta_k + omega_k @ X, beta_v + omega_v @ X
    scores = K.T @ Q
    powers = np.exp(scores - scores.max(axis=0))
    weights = powers / powers.sum(axis=0)
    return V @ weights
