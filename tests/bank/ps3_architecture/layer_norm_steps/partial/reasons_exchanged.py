"""The two facts exchanged.

points: 2
finding: the step uses homogeneity and does not name it
finding: the step names homogeneity and does not use it
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "abs(gamma) * norm(x - mu * ones) / sigma", "standard deviation"),
    ("=", "abs(gamma) * sqrt(d)", "homogeneity"),
]
