"""Stops half-way.

points: 1
finding: not reached yet: all your lines are true, and the last, abs(gamma) * norm(z), is not the goal
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "abs(gamma) * norm(z)", "homogeneity"),
]
