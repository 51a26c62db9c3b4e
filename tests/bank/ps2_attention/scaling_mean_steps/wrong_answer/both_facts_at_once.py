"""Independence and zero mean in one step.

finding: 3: facts-at-once
"""

scaling_mean_steps = [
    ("=", "E(sum_j(q_j * k_j))", ""),
    ("=", "sum_j(E(q_j * k_j))", "linearity"),
    ("=", "0", "independence, zero mean"),
]
