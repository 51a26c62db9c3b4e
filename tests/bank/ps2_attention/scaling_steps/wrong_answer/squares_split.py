"""Splits q_j q_l also where j = l.

finding: square-of-the-mean
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_jl(E(q_j) * E(q_l) * E(k_j) * E(k_l))", "independence"),
    ("=", "d", "unit variance"),
]
