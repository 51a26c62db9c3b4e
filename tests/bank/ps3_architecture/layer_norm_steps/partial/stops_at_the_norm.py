"""Stops half-way.

points: 1
finding: end-is-not-the-goal
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "abs(gamma) * norm(z)", "homogeneity"),
]
