"""Only the keys' factor of a cross term is shown to vanish."""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_jl(E(q_j * q_l) * E(k_j * k_l))", "independence"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2)) + sum_j_not_l(E(q_j * q_l) * E(k_j * k_l))", "algebra"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2)) + sum_j_not_l(E(q_j * q_l) * E(k_j) * E(k_l))", "independence"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "zero mean"),
    ("=", "d", "unit variance"),
]
