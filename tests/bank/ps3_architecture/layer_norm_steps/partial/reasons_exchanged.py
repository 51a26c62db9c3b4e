"""The two facts exchanged.

points: 1
finding: [2, 3]: reasons-exchanged
finding: homogeneity (norm(c * v) = abs(c) * norm(v)): used-named-elsewhere
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "abs(gamma) * norm(x - mu * ones) / sigma", "standard deviation"),
    ("=", "abs(gamma) * sqrt(d)", "homogeneity"),
]
