"""Splits the double sum before it takes any expectation apart."""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "E(sum_jl(q_j * k_j * q_l * k_l))", "algebra"),
    ("=", "E(sum_j(q_j**2 * k_j**2) + sum_j_not_l(q_j * q_l * k_j * k_l))", "algebra"),
    ("=", "sum_j(E(q_j**2 * k_j**2)) + sum_j_not_l(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2)) + sum_j_not_l(E(q_j) * E(q_l) * E(k_j) * E(k_l))", "independence"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "zero mean"),
    ("=", "sum_j(1)", "unit variance"),
    ("=", "d", "algebra"),
]
