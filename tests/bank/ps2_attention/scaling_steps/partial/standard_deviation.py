"""Ends with the standard deviation √d.

points: 2
finding: 4: does-not-follow
finding: standard-deviation
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence, zero mean"),
    ("=", "d**0.5", "unit variance"),
]
