"""The line that shows P Pᵀ is missing.

points: 2
finding: 4: facts-at-once
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P)", "transpose"),
    ("=", "V @ softmax(K.T @ Q) @ P", "softmax, orthogonal"),
]
