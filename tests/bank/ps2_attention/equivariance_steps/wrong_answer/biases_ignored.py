"""The projections are written without their biases.

finding: no-biases
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "omega_v @ X @ P @ softmax((omega_k @ X @ P).T @ (omega_q @ X @ P))", "definition"),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "definition"),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P)", "transpose"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "softmax"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
