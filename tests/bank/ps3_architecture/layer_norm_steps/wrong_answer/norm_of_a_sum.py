"""The norm of a difference as a difference of norms.

finding: line 2: it does not follow from line 1
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(y) - abs(beta) * norm(ones)", "homogeneity"),
    ("=", "abs(gamma) * sqrt(d)", "standard deviation"),
]
