"""The norm of a difference as a difference of norms.

finding: difference-of-norms
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(y) - norm(beta * ones)", "homogeneity"),
    ("=", "abs(gamma) * sqrt(d)", "standard deviation"),
]
