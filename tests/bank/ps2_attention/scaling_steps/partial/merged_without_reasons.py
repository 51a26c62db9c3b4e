"""The last two steps are one, and no reason is given.

points: 1
finding: lines
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", ""),
    ("=", "sum_j(E(q_j**2 * k_j**2))", ""),
    ("=", "d", ""),
]
