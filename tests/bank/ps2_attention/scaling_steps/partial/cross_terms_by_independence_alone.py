"""Drops the cross terms without the mean.

points: 3
finding: fact-not-named(zero mean)
finding: used-unnamed
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_jl(E(q_j * q_l) * E(k_j * k_l))", "independence"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence"),
    ("=", "d", "unit variance"),
]
