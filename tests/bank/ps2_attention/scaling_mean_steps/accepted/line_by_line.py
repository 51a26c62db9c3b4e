"""One reason in each step."""

scaling_mean_steps = [
    ("=", "E(sum_j(q_j * k_j))", ""),
    ("=", "sum_j(E(q_j * k_j))", "linearity"),
    ("=", "sum_j(E(q_j) * E(k_j))", "independence"),
    ("=", "0", "zero mean"),
]
