"""(K P)ᵀ is taken for Kᵀ Pᵀ.

points: 2.75
finding: the factors of `K.T @ P.T` should change places
finding: orthogonal and permutation at once; put a line in between
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(K.T @ P.T @ Q @ P)", "transpose"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
