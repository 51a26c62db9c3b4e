"""The norm of a difference as a difference of norms.

finding: 2: does-not-follow
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(y) - abs(beta) * norm(ones)", "homogeneity"),
    ("=", "abs(gamma) * sqrt(d)", "standard deviation"),
]
