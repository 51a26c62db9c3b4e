"""Names a fact that is not used.

points: 0.75
finding: 3: fact-not-used
"""

scaling_mean_steps = [
    ("=", "E(sum_j(q_j * k_j))", ""),
    ("=", "sum_j(E(q_j) * E(k_j))", "independence"),
    ("=", "0", "zero mean, unit variance"),
]
