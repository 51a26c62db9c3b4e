"""E(s²) taken for E(s)².

finding: 2: does-not-follow
finding: square-of-the-mean
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "E(sum_j(q_j * k_j))**2", "linearity"),
    ("=", "0", "zero mean"),
]
