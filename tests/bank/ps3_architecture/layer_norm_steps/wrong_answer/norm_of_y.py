"""Begins with the norm of y.

finding: 1: starts-elsewhere
"""

layer_norm_steps = [
    ("=", "norm(y)", ""),
    ("=", "abs(gamma) * norm(z)", "homogeneity"),
    ("=", "abs(gamma) * sqrt(d)", "standard deviation"),
]
