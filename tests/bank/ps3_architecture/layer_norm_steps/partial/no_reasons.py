"""No reasons at all.

points: 1
finding: 3: fact-not-named
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", ""),
    ("=", "abs(gamma) * norm(z)", ""),
    ("=", "abs(gamma) * sqrt(d)", ""),
]
