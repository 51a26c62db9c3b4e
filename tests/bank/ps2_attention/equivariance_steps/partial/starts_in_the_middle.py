"""The projections are taken for granted.

points: 2
finding: line 1: a derivation starts with the left-hand side
"""

equivariance_steps = [
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", ""),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P)", "transpose"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "softmax"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
