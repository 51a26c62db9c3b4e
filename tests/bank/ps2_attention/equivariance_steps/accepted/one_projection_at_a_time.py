"""Values, keys and queries in three steps, reasons as tuples."""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V @ P @ softmax(K_XP.T @ Q_XP)", ("definition", "ones")),
    ("=", "V @ P @ softmax((K @ P).T @ Q_XP)", ("definition", "ones")),
    ("=", "V @ P @ softmax((K @ P).T @ Q @ P)", ("definition", "ones")),
    ("=", "V @ P @ softmax(P.T @ K.T @ Q @ P)", ("transpose",)),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", ("softmax",)),
    ("=", "V @ softmax(K.T @ Q) @ P", ("orthogonal",)),
]
