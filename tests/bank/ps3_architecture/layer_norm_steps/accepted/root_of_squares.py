"""The norm as a root of a product."""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "sqrt((gamma * z).T @ (gamma * z))", "definition, homogeneity"),
    ("=", "sqrt(gamma**2 * (z.T @ z))", "algebra"),
    ("=", "sqrt(gamma**2 * d)", "standard deviation"),
    ("=", "abs(gamma) * sqrt(d)", "algebra"),
]
