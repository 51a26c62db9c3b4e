"""Forgets that d terms of 1 are added.

points: 2
finding: scaled
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence, zero mean"),
    ("=", "1", "unit variance"),
]
