"""Uses a function Sa, which would let the claim in by name.

finding: 1: line-left-out
"""

equivariance_steps = [
    ("=", "Sa(X @ P)", ""),
    ("=", "Sa(X) @ P", "softmax"),
]
