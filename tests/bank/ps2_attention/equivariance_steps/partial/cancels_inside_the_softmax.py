"""The printed proof: Pᵀ and P are cancelled around KᵀQ.

points: 1.5
finding: line 4: it does not follow from line 3
finding: they do not cancel
finding: right-hand side, V @ softmax(K.T @ Q) @ P: reached, but across the false line 4
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(P.T @ K.T @ Q @ P)", "transpose"),
    ("=", "V @ P @ softmax(K.T @ Q)", "orthogonal"),
    ("=", "V @ softmax(K.T @ Q) @ P", "algebra"),
]
