"""Takes the columns of the softmax first, then values and keys, then the rows."""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V_XP @ softmax(K_XP.T @ Q @ P)", "ones"),
    ("=", "V_XP @ softmax(K_XP.T @ Q) @ P", "softmax"),
    ("=", "V @ P @ softmax(P.T @ K.T @ Q) @ P", "ones"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "softmax"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
