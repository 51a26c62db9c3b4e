"""Ends with the variance.

points: 0.25
finding: 4: mean-of-squares
"""

scaling_mean_steps = [
    ("=", "E(sum_j(q_j * k_j))", ""),
    ("=", "sum_j(E(q_j * k_j))", "linearity"),
    ("=", "sum_j(E(q_j) * E(k_j))", "independence"),
    ("=", "d", "zero mean"),
]
