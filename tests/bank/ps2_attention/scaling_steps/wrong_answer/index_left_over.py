"""Forgets to sum over l.

finding: 2: line-left-out
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_j(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "d", "unit variance"),
]
