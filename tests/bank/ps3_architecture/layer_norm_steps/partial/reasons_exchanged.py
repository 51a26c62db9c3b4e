"""The two facts exchanged.

points: 2
finding: lines 2 and 3: their reasons have changed places
finding: used in line 2, named in line 3
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "abs(gamma) * norm(x - mu * ones) / sigma", "standard deviation"),
    ("=", "abs(gamma) * sqrt(d)", "homogeneity"),
]
