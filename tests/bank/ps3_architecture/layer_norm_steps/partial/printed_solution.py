"""The printed chain: γ √d.

points: 1
finding: 4: does-not-follow
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "abs(gamma) * norm(z)", "homogeneity"),
    ("=", "gamma * sqrt(d)", "standard deviation"),
]
