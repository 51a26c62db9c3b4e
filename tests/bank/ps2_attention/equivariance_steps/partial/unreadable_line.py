"""A slip of the pen in one line: the step across it is a jump.

points: 2
finding: 4: line-left-out
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(P.T @ K.T @ Q @ P)", "transpose"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q @ P", "permutation"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
