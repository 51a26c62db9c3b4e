"""The bias of the keys drops out of the softmax, and comes back."""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V_XP @ softmax((omega_k @ X @ P).T @ Q_XP)", "shift invariance"),
    ("=", "V @ P @ softmax((omega_k @ X @ P).T @ Q @ P)", "ones"),
    ("=", "V @ P @ softmax(P.T @ (omega_k @ X).T @ Q @ P)", "transpose"),
    ("=", "V @ P @ P.T @ softmax((omega_k @ X).T @ Q) @ P", "permutation"),
    ("=", "V @ softmax((omega_k @ X).T @ Q) @ P", "orthogonal"),
    ("=", "V @ softmax(K.T @ Q) @ P", "shift-invariance"),
]
