"""Other words for the reasons, hyphens, capitals."""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "by linearity"),
    ("=", "sum_jl(E(q_j * q_l) * E(k_j * k_l))", "independent entries"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2)) + sum_j_not_l(E(q_j) * E(q_l) * E(k_j) * E(k_l))", "Independent"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "by zero means"),
    ("=", "d", "Unit-variance"),
]
