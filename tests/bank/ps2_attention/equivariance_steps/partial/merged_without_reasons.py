"""Softmax and cancelling in one step, and no reasons.

points: 2
finding: used, but not named by exactly the steps that use it; half, because the step to line 4 is a jump
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", ""),
    ("=", "V @ P @ softmax(P.T @ K.T @ Q @ P)", ""),
    ("=", "V @ softmax(K.T @ Q) @ P", ""),
]
