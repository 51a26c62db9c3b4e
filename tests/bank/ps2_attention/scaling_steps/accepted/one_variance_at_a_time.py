"""The variances of q and of k in two steps."""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence, zero mean"),
    ("=", "sum_j(E(k_j**2))", "unit variance"),
    ("=", "sum_l(1)", "unit variance"),
    ("=", "d", "algebra"),
]
