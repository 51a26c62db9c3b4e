"""Splits q_j q_l also where j = l.

finding: where j = l, q_j * q_l is q_j**2
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_jl(E(q_j) * E(q_l) * E(k_j) * E(k_l))", "independence"),
    ("=", "d", "unit variance"),
]
