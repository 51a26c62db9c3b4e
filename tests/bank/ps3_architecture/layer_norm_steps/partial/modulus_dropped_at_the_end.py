"""Arrives, and leaves the modulus out in a further line.

points: 2
finding: 5: does-not-follow
finding: reached-and-left
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "abs(gamma) * norm(z)", "homogeneity"),
    ("=", "abs(gamma) * sqrt(d)", "standard deviation"),
    ("=", "gamma * sqrt(d)", "algebra"),
]
