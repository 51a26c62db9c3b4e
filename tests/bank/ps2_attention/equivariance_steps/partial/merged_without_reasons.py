"""Softmax and cancelling in one step, and no reasons.

points: 1
finding: right-hand side, V @ softmax(K.T @ Q) @ P: reached
finding: lines
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", ""),
    ("=", "V @ P @ softmax(P.T @ K.T @ Q @ P)", ""),
    ("=", "V @ softmax(K.T @ Q) @ P", ""),
]
