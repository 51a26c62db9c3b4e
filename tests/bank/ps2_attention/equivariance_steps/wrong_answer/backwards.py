"""Starts from the right-hand side.

finding: 1: start-jumps
"""

equivariance_steps = [
    ("=", "V @ softmax(K.T @ Q) @ P", ""),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "orthogonal"),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P)", "softmax"),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "transpose"),
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", "ones"),
]
