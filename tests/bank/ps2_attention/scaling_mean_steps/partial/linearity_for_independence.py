"""Takes the expectation of a product apart by linearity.

points: 0.75
finding: 2: fact-not-named
"""

scaling_mean_steps = [
    ("=", "E(sum_j(q_j * k_j))", ""),
    ("=", "sum_j(E(q_j) * E(k_j))", "linearity"),
    ("=", "0", "zero mean"),
]
