"""The cross terms go from a nested sum, keys before queries."""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_l(sum_j(E(q_j * k_j * q_l * k_l)))", "linearity"),
    ("=", "sum_l(sum_j(E(q_j * q_l) * E(k_j * k_l)))", "independence"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2)) + sum_j_not_l(E(q_j * q_l) * E(k_j) * E(k_l))", "independence"),
    ("=", "sum_l(E(q_l**2) * E(k_l**2))", "zero mean"),
    ("=", "sum_l(E(q_l**2))", "unit variance"),
    ("=", "d", "unit variance"),
]
