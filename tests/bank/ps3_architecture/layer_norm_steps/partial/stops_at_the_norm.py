"""Stops half-way.

points: 1
finding: not reached by true lines
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "abs(gamma) * norm(z)", "homogeneity"),
]
