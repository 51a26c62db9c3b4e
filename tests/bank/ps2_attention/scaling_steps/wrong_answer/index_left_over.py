"""Forgets to sum over l.

points: 0
finding: line 2: it cannot be used, and is left out: an index, j or l, is not summed over
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_j(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "d", "unit variance"),
]
