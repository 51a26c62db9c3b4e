"""Takes the norm of z for 1.

points: 1
finding: sigma-alone
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "abs(gamma) * norm(z)", "homogeneity"),
    ("=", "abs(gamma)", "standard deviation"),
]
