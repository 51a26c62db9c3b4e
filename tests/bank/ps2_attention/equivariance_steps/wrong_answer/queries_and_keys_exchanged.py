"""The scores are written QᵀK from the second line on.

finding: queries-and-keys-exchanged
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V @ P @ softmax((Q @ P).T @ (K @ P))", "ones"),
    ("=", "V @ P @ softmax(P.T @ Q.T @ K @ P)", "transpose"),
]
