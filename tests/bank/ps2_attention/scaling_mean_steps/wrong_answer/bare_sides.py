"""Both sides, and every reason.

finding: 2: facts-at-once
"""

scaling_mean_steps = [
    ("=", "E(sum_j(q_j * k_j))", ""),
    ("=", "0", "linearity, independence, zero mean"),
]
