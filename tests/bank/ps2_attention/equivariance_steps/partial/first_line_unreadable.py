"""The left-hand side is not written in the vocabulary: the step to the next line is a jump.

points: 3.5
finding: line 1: it cannot be used, and is left out: `Sa` is not in the vocabulary
"""

equivariance_steps = [
    ("=", "Sa(X @ P)", ""),
    ("=", "V @ P @ softmax((K @ P).T @ Q @ P)", "ones"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "softmax"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
