"""Takes E(q k) for E(q²).

finding: mean-of-squares
"""

scaling_mean_steps = [
    ("=", "E(sum_j(q_j * k_j))", ""),
    ("=", "sum_j(E(q_j**2))", "independence"),
    ("=", "d", "unit variance"),
]
