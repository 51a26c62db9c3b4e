"""Reads unit variance as E(x²) − E(x)² = 1, and so names the mean there too."""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence, zero mean"),
    ("=", "sum_j((E(q_j**2) - E(q_j)**2) * (E(k_j**2) - E(k_j)**2))", "zero mean"),
    ("=", "d", "unit variance, zero mean"),
]
