"""The length of x − μ in one step, as a root; names homogeneity with it, too."""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "abs(gamma) / sigma * norm(x - mu * ones)", "homogeneity, definition, sigma > 0"),
    ("=", "abs(gamma) / sigma * sqrt(d * sigma**2)", "homogeneity, standard deviation"),
    ("=", "abs(gamma) * sqrt(d)", "sigma > 0"),
]
