"""Takes E(x²) = 1 and E(x²) − E(x)² = 1 together, which says that the mean is 0.

finding: by-leap
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "E(sum_j(q_j * k_j)**2) + sum_j(E(q_j)**2) - sum_j(E(q_j)**2)", "algebra"),
    ("=", "d", "unit variance"),
]
