"""Uses a function Sa, which would let the claim in by name.

points: 0
finding: 1: line-left-out
"""

equivariance_steps = [
    ("=", "Sa(X @ P)", ""),
    ("=", "Sa(X) @ P", "softmax"),
]
