"""Drops the bias of the queries like that of the keys: it is the wrong side of the scores.

finding: 3: does-not-follow
finding: query-bias-dropped
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V @ P @ softmax(K_XP.T @ Q_XP)", "ones"),
    ("=", "V @ P @ softmax(K_XP.T @ omega_q @ X @ P)", "shift"),
]
