"""√(d − 1) in the end.

points: 1
finding: d-minus-one
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "abs(gamma) * norm(z)", "homogeneity"),
    ("=", "abs(gamma) * sqrt(d - 1)", "standard deviation"),
]
