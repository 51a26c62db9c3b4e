"""Left side, right side, and every reason.

points: 0
finding: line 2: one step uses ones and orthogonal and permutation: put a line in between
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V @ softmax(K.T @ Q) @ P", "ones, softmax, orthogonal"),
]
