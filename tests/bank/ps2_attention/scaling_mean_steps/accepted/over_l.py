"""Renames the index, and starts after the left-hand side."""

scaling_mean_steps = [
    ("=", "E(sum_l(q_l * k_l))", "definition"),
    ("=", "sum_l(E(q_l) * E(k_l))", "independence"),
    ("=", "0", "zero expectation"),
]
