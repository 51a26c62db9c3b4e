"""The standard deviation is called a definition.

points: 2
finding: 3: fact-not-named
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "abs(gamma) * norm(x - mu * ones) / sigma", "homogeneity"),
    ("=", "abs(gamma) * sqrt(d)", "definition"),
]
