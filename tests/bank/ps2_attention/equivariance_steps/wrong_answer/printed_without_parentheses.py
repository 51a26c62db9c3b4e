"""The printed equation (11) as it stands: K Pᵀ Q P.

finding: 2: line-left-out
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V @ P @ softmax(K @ P.T @ Q @ P)", "ones"),
    ("=", "V @ P @ softmax(K.T @ Q)", "orthogonal"),
    ("=", "V @ softmax(K.T @ Q) @ P", "algebra"),
]
