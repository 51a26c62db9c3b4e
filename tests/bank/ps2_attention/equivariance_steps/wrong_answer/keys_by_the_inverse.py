"""K Pᵀ in place of K P. Two changes mend it, and both are said.

finding: 2: other-matrix
finding: 2: mended-by
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P.T).T @ (Q @ P))", "ones"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
