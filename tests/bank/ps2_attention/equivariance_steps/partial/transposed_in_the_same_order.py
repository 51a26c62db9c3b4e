"""(K P)ᵀ is taken for Kᵀ Pᵀ.

points: 2
finding: 3: other-order-transposed
finding: permutation (softmax(P.T @ S @ P) = P.T @ softmax(S) @ P): at-once
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(K.T @ P.T @ Q @ P)", "transpose"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
