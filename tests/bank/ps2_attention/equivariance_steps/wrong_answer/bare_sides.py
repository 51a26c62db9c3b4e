"""Left side, right side, and every reason.

finding: 2: facts-at-once
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V @ softmax(K.T @ Q) @ P", "ones, softmax, orthogonal"),
]
