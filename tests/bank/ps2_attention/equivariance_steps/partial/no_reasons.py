"""The right lines, without reasons.

points: 1
finding: 4: fact-not-named
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", ""),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P)", ""),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", ""),
    ("=", "V @ softmax(K.T @ Q) @ P", ""),
]
