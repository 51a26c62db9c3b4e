"""Never writes V, K and Q before the last line."""

equivariance_steps = [
    ("=", "(beta_v @ ones.T + omega_v @ X @ P) @ softmax((beta_k @ ones.T + omega_k @ X @ P).T @ (beta_q @ ones.T + omega_q @ X @ P))", ""),
    ("=", "(beta_v @ ones.T + omega_v @ X) @ P @ softmax(P.T @ (beta_k @ ones.T + omega_k @ X).T @ (beta_q @ ones.T + omega_q @ X) @ P)", "ones, algebra, transpose"),
    ("=", "(beta_v @ ones.T + omega_v @ X) @ P @ P.T @ softmax((beta_k @ ones.T + omega_k @ X).T @ (beta_q @ ones.T + omega_q @ X)) @ P", "softmax"),
    ("=", "(beta_v @ ones.T + omega_v @ X) @ softmax((beta_k @ ones.T + omega_k @ X).T @ (beta_q @ ones.T + omega_q @ X)) @ P", "orthogonal"),
    ("=", "V @ softmax(K.T @ Q) @ P", "definition"),
]
