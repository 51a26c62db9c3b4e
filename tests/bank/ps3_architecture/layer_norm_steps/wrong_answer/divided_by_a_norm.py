"""Divides by the norm of a difference.

finding: 2: line-left-out
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * sqrt(d) / norm(x - mu * ones) * (x - mu * ones))", "standard deviation"),
    ("=", "abs(gamma) * sqrt(d)", "homogeneity"),
]
