"""γ² leaves the norm.

finding: it does not follow from line 1
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "gamma**2 * norm(z)", "homogeneity"),
    ("=", "gamma**2 * sqrt(d)", "standard deviation"),
]
