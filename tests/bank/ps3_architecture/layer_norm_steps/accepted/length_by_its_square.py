"""The length of x − μ by its square: homogeneity is used twice."""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "abs(gamma) / sigma * norm(x - mu * ones)", "homogeneity, definition, sigma > 0"),
    ("=", "abs(gamma) / sigma * sqrt((x - mu * ones).T @ (x - mu * ones))", "homogeneity"),
    ("=", "abs(gamma) / sigma * sqrt(d) * sigma", "standard deviation, sigma > 0"),
    ("=", "abs(gamma) * sqrt(d)", "algebra"),
]
