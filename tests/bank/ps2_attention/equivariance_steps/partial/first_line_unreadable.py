"""The left-hand side is not written in the vocabulary: the step to the next line is a jump.

points: 3
finding: 1: line-left-out
"""

equivariance_steps = [
    ("=", "Sa(X @ P)", ""),
    ("=", "V @ P @ softmax((K @ P).T @ Q @ P)", "ones"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "softmax"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
