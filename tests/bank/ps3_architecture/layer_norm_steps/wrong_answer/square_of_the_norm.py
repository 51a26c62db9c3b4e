"""Ends in the square.

finding: this is the square of the norm
"""


layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "gamma**2 * d", "homogeneity, standard deviation"),
]
