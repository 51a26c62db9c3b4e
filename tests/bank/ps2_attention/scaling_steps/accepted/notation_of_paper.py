"""Brackets, powers and indices as they stand on paper."""

scaling_steps = [
    ("=", "E[sum_j[q[j] · k[j]]^2]", ""),
    ("=", "sum_jl(E[q_j·q_l·k_j·k_l])", "linearity"),
    ("=", "sum_j(E[q_j²]·E[k_j²])", "independence and zero mean"),
    ("=", "d", "unit variance"),
]
