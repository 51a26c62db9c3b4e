"""Each stage in a line of its own."""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z + beta * ones - beta * ones)", "definition"),
    ("=", "norm(gamma * z)", "algebra"),
    ("=", "norm(gamma * ((x - mu * ones) / sigma))", "definition"),
    ("=", "abs(gamma / sigma) * norm(x - mu * ones)", "homogeneity"),
    ("=", "abs(gamma) / sigma * norm(x - mu * ones)", "sigma > 0"),
    ("=", "abs(gamma) / sigma * sigma * sqrt(d)", "standard deviation"),
    ("=", "abs(gamma) * sqrt(d)", "algebra"),
]
