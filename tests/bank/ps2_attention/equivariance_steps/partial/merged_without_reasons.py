"""Softmax and cancelling in one step, and no reasons.

points: 2
finding: line 4: one step uses orthogonal and permutation
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", ""),
    ("=", "V @ P @ softmax(P.T @ K.T @ Q @ P)", ""),
    ("=", "V @ softmax(K.T @ Q) @ P", ""),
]
