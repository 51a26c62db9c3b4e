"""The projections are taken for granted.

points: 2
finding: 1: start-jumps
"""

equivariance_steps = [
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", ""),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P)", "transpose"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "softmax"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
