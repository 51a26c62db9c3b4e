"""Counts every pair j, l: the variance would be d².

finding: 3: does-not-follow
finding: all-pairs
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_jl(E(q_j**2) * E(k_l**2))", "independence"),
    ("=", "d**2", "unit variance"),
]
