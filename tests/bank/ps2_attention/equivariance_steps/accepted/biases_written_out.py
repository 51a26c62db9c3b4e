"""Writes the projections out, moves P out of the brackets, folds them up again."""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", "definition"),
    ("=", "(beta_v @ ones.T + omega_v @ X @ P) @ softmax((beta_k @ ones.T + omega_k @ X @ P).T @ (beta_q @ ones.T + omega_q @ X @ P))", "definition"),
    ("=", "(beta_v @ ones.T @ P + omega_v @ X @ P) @ softmax((beta_k @ ones.T @ P + omega_k @ X @ P).T @ (beta_q @ ones.T @ P + omega_q @ X @ P))", "ones"),
    ("=", "((beta_v @ ones.T + omega_v @ X) @ P) @ softmax(((beta_k @ ones.T + omega_k @ X) @ P).T @ ((beta_q @ ones.T + omega_q @ X) @ P))", "algebra"),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "definition"),
    ("=", "V @ P @ softmax((P.T @ K.T) @ (Q @ P))", "transpose"),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P)", "algebra"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "softmax"),
    ("=", "V @ I @ softmax(K.T @ Q) @ P", "orthogonal"),
    ("=", "V @ softmax(K.T @ Q) @ P", "algebra"),
]
