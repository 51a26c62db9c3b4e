"""P stands on the left of V, K and Q.

finding: 2: other-side-throughout
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(P @ V) @ softmax((P @ K).T @ (P @ Q))", "ones"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
