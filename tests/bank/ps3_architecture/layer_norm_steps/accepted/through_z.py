"""By the length of z."""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "abs(gamma) * norm(z)", "homogeneity"),
    ("=", "abs(gamma) * sqrt(d)", "standard deviation"),
]
