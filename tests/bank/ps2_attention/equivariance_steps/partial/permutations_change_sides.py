"""softmax(PᵀSP) taken for P softmax(S) Pᵀ.

points: 1
finding: 4: does-not-follow
finding: sides-exchanged
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P)", "transpose"),
    ("=", "V @ P @ P @ softmax(K.T @ Q) @ P.T", "softmax"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
