"""E(s²) taken for E(s)².

points: 0
finding: line 2: it does not follow from line 1
finding: the mean of the square is not the square of the mean
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "E(sum_j(q_j * k_j))**2", "linearity"),
    ("=", "0", "zero mean"),
]
