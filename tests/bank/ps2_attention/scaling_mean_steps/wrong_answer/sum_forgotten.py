"""The sum is lost.

finding: 2: line-left-out
"""

scaling_mean_steps = [
    ("=", "E(sum_j(q_j * k_j))", ""),
    ("=", "E(q_j) * E(k_j)", "independence"),
    ("=", "0", "zero mean"),
]
