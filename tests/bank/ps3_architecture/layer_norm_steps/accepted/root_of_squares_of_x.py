"""The same with x − μ; the result is left under the root."""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma / sigma * (x - mu * ones))", "definition"),
    ("=", "sqrt(gamma**2 / sigma**2 * ((x - mu * ones).T @ (x - mu * ones)))", "homogeneity"),
    ("=", "sqrt(gamma**2 / sigma**2 * (d * sigma**2))", "standard deviation"),
    ("=", "sqrt(gamma**2 * d)", "algebra"),
]
