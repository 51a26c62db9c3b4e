"""Beta_q is missing.

points: 2
finding: beta-q-missing
"""


def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    """V softmax(Kᵀ Q) with tokens in the columns of X (D, L)."""
    Q, K, V = omega_q @ X, beta_k + omega_k @ X, beta_v + omega_v @ X
    scores = K.T @ Q
    powers = np.exp(scores - scores.max(axis=0))
    weights = powers / powers.sum(axis=0)
    return V @ weights
