"""Drops the cross terms while q_j**2 k_j**2 is still one expectation."""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_j(E(q_j**2 * k_j**2))", "zero mean, independence"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence"),
    ("=", "d", "unit variance"),
]
