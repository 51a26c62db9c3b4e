"""No reasons at all.

points: 2
finding: the step uses homogeneity and does not name it
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", ""),
    ("=", "abs(gamma) * norm(z)", ""),
    ("=", "abs(gamma) * sqrt(d)", ""),
]
