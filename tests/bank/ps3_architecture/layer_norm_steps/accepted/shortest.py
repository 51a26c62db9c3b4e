"""Scale out of the norm, then the standard deviation."""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "abs(gamma) * norm(x - mu * ones) / sigma", "homogeneity"),
    ("=", "abs(gamma) * sqrt(d)", "standard deviation"),
]
