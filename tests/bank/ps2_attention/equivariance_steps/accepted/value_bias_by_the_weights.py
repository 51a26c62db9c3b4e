"""The bias of the values comes out because weights add up to one."""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "beta_v @ ones.T + omega_v @ X @ P @ softmax(K_XP.T @ Q_XP)", "weights sum to 1"),
    ("=", "beta_v @ ones.T + omega_v @ X @ P @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "beta_v @ ones.T + omega_v @ X @ P @ P.T @ softmax(K.T @ Q) @ P", "permutation, transpose"),
    ("=", "beta_v @ ones.T + omega_v @ X @ softmax(K.T @ Q) @ P", "orthogonal"),
    ("=", "(beta_v @ ones.T + omega_v @ X @ softmax(K.T @ Q)) @ P", "ones"),
    ("=", "(beta_v @ ones.T @ softmax(K.T @ Q) + omega_v @ X @ softmax(K.T @ Q)) @ P", "weights"),
    ("=", "V @ softmax(K.T @ Q) @ P", "definition"),
]
