"""Expectations are taken apart and evaluated in one step.

points: 2
finding: 4: facts-at-once
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_j(E(q_j**2 * k_j**2))", "independence, zero mean"),
    ("=", "d", "independence, unit variance"),
]
