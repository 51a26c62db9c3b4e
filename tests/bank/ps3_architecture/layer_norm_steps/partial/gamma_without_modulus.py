"""γ leaves the norm without its modulus.

points: 1.5
finding: line 3: it does not follow from line 2
finding: your lines are a proof for gamma > 0
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "gamma * norm(z)", "homogeneity"),
    ("=", "gamma * sqrt(d)", "standard deviation"),
]
