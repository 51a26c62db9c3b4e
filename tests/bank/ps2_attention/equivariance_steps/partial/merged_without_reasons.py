"""Softmax and cancelling in one step, and no reasons.

points: 1
finding: reached, but a jump uses orthogonal and permutation: it appears nowhere
finding: used in line 4, not named there; half, because the step to line 4 is a jump
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", ""),
    ("=", "V @ P @ softmax(P.T @ K.T @ Q @ P)", ""),
    ("=", "V @ softmax(K.T @ Q) @ P", ""),
]
