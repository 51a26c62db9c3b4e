"""d in place of its root.

points: 1
finding: sigma-times-d
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "abs(gamma) * norm(z)", "homogeneity"),
    ("=", "abs(gamma) * d", "standard deviation"),
]
