"""Writes the square as a product of sums over j and over l."""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "E(sum_j(q_j * k_j) * sum_l(q_l * k_l))", "definition"),
    ("=", "sum_j(sum_l(E(q_j * k_j * q_l * k_l)))", "linearity"),
    ("=", "sum_j(sum_l(E(q_j * q_l) * E(k_j * k_l)))", "independence"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence + zero mean"),
    ("=", "d", "unit variance"),
]
