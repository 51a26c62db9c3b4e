"""(K P)ᵀ is taken for P Kᵀ.

points: 1
finding: 3: other-matrix
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(P @ K.T @ Q @ P)", "transpose"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
