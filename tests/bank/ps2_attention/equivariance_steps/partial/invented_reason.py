"""A reason that is not on the list.

points: 3
finding: 4: reason-not-listed
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P)", "transpose"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "obviously"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
