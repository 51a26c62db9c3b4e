"""The square of the sum taken for the sum of the squares: the cross terms go without a word.

points: 2
finding: right-hand side, d: reached
finding: cross-terms-dropped
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "E(sum_j(q_j**2 * k_j**2))", "algebra"),
    ("=", "sum_j(E(q_j**2 * k_j**2))", "linearity"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "algebra"),
    ("=", "d", "unit variance"),
]
