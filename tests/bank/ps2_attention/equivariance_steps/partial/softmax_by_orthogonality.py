"""Thinks that the softmax lets P through because P is orthogonal.

points: 2
finding: 4: fact-not-named
finding: 4: fact-not-used
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P)", "transpose"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "orthogonal"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
