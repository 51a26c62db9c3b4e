"""Both sides, and nothing in between.

finding: 2: facts-at-once
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "abs(gamma) * sqrt(d)", "homogeneity, standard deviation"),
]
