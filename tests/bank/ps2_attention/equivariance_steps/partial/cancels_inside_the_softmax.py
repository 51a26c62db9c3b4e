"""The printed proof: Pᵀ and P are cancelled around KᵀQ.

points: 1
finding: 4: does-not-follow
finding: cancelled-across
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(P.T @ K.T @ Q @ P)", "transpose"),
    ("=", "V @ P @ softmax(K.T @ Q)", "orthogonal"),
    ("=", "V @ softmax(K.T @ Q) @ P", "algebra"),
]
