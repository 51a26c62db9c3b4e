"""P goes into the softmax from the left, and cancels there."""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V @ P @ softmax((K @ P).T @ Q @ P)", "ones"),
    ("=", "V @ P @ softmax(P.T @ K.T @ Q) @ P", "softmax"),
    ("=", "V @ softmax(P @ P.T @ K.T @ Q) @ P", "permutation"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
