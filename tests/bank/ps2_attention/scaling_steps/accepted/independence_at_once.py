"""All expectations are taken apart in the first step, cross terms kept."""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_j(E(q_j**2) * E(k_j**2)) + sum_j_not_l(E(q_j) * E(q_l) * E(k_j) * E(k_l))", "linearity, independence"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "zero mean"),
    ("=", "d", "unit variance"),
]
