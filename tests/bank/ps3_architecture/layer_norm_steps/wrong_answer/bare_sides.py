"""Both sides, and nothing in between.

finding: one step uses homogeneity and standard deviation
"""

layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "abs(gamma) * sqrt(d)", "homogeneity, standard deviation"),
]
