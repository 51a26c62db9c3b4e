"""The reasons of the two steps are exchanged.

points: 0.25
finding: reasons-exchanged
"""

scaling_mean_steps = [
    ("=", "E(sum_j(q_j * k_j))", ""),
    ("=", "sum_j(E(q_j) * E(k_j))", "zero mean"),
    ("=", "0", "independence"),
]
