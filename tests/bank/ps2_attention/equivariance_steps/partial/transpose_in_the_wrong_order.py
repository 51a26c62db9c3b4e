"""(KP)ᵀ taken for KᵀPᵀ.

points: 3.5
finding: line 3: it cannot be used, and is left out: `@` does not go with
finding: the factors of `K.T @ P.T` should change places: (K @ P).T = P.T @ K.T
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(K.T @ P.T @ Q @ P)", "transpose"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "softmax"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
