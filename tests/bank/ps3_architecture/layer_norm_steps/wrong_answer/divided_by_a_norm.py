"""Divides by the norm of a difference.

finding: no sum below a division or root, not even inside a function
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * sqrt(d) / norm(x - mu * ones) * (x - mu * ones))", "standard deviation"),
    ("=", "abs(gamma) * sqrt(d)", "homogeneity"),
]
