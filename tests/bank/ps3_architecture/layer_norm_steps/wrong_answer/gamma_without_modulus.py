"""γ leaves the norm without its modulus.

finding: no-modulus
finding: 3: does-not-follow
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "gamma * norm(z)", "homogeneity"),
    ("=", "gamma * sqrt(d)", "standard deviation"),
]
