"""γ² leaves the norm.

finding: factor-squared
finding: 2: does-not-follow
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "gamma**2 * norm(z)", "homogeneity"),
    ("=", "gamma**2 * sqrt(d)", "standard deviation"),
]
