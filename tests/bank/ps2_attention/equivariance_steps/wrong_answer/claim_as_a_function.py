"""Uses a function Sa, which would let the claim in by name.

points: 0
finding: `Sa` is not in the vocabulary
"""

equivariance_steps = [
    ("=", "Sa(X @ P)", ""),
    ("=", "Sa(X) @ P", "softmax"),
]
