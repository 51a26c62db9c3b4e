"""Other words for the reasons."""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma*z)", "by definition"),
    ("=", "abs(gamma)*norm(z)", "absolute homogeneity"),
    ("=", "abs(gamma)*norm((x - mu*ones)/sigma)", "definition"),
    ("=", "abs(gamma)*norm(x - mu*ones)/sigma", "norm, sigma > 0"),
    ("=", "abs(gamma)*sigma*sqrt(d)/sigma", "definition of sigma"),
    ("=", "abs(gamma)*sqrt(d)", "algebra"),
]
