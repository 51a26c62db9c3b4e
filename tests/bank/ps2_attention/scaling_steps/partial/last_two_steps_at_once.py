"""Expectations are taken apart and evaluated in one step.

points: 1
finding: line 4: one step uses independence, unit variance
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_j(E(q_j**2 * k_j**2))", "independence, zero mean"),
    ("=", "d", "independence, unit variance"),
]
