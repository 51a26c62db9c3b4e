"""Stops before the last step.

points: 0.25
finding: right-hand side, 0: end-is-not-the-goal
"""

scaling_mean_steps = [
    ("=", "E(sum_j(q_j * k_j))", ""),
    ("=", "sum_j(E(q_j * k_j))", "linearity"),
    ("=", "sum_j(E(q_j) * E(k_j))", "independence"),
]
