"""Linearity and independence in one step, and other words."""

scaling_mean_steps = [
    ("=", "E(sum_j(q_j * k_j))", ""),
    ("=", "sum_j(E(q_j) * E(k_j))", "by linearity and independent entries"),
    ("=", "sum_j(0 * E(k_j))", "mean 0"),
    ("=", "0", "algebra"),
]
