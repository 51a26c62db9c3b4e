"""The standard deviation is called a definition.

points: 2.5
finding: the step uses standard deviation and does not name it
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "abs(gamma) * norm(x - mu * ones) / sigma", "homogeneity"),
    ("=", "abs(gamma) * sqrt(d)", "definition"),
]
