"""Begins with the norm of y.

finding: a derivation starts with the left-hand side
"""

layer_norm_steps = [
    ("=", "norm(y)", ""),
    ("=", "abs(gamma) * norm(z)", "homogeneity"),
    ("=", "abs(gamma) * sqrt(d)", "standard deviation"),
]
