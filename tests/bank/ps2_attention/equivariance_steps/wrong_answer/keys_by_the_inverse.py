"""K Pᵀ in place of K P. Two changes mend it, and both are said.

finding: `P.T` should stand in the place of `P` in `V @ P`
finding: or `P` should stand in the place of `P.T` in `K @ P.T`
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P.T).T @ (Q @ P))", "ones"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
