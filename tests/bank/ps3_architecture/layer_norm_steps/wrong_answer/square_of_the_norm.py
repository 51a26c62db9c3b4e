"""Ends in the square.

finding: square-of-the-norm
"""


layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * z)", "definition"),
    ("=", "gamma**2 * d", "homogeneity, standard deviation"),
]
