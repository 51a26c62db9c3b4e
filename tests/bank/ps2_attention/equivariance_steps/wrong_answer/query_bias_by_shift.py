"""Drops the bias of the queries like that of the keys: it is the wrong side of the scores.

points: 0
finding: line 3: it does not follow from line 2
finding: a constant in each column drop out
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V @ P @ softmax(K_XP.T @ Q_XP)", "ones"),
    ("=", "V @ P @ softmax(K_XP.T @ omega_q @ X @ P)", "shift"),
]
