"""Brackets and products as on paper."""

scaling_mean_steps = [
    ("=", "E[sum_j[q[j] · k[j]]]", ""),
    ("=", "sum_j(E[q_j]·E[k_j])", "linearity, independence"),
    ("=", "0", "zero mean"),
]
