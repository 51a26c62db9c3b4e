"""Left side, right side, and every reason.

points: 0
finding: line 2: one step uses independence, unit variance, zero mean
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "d", "independence, zero mean, unit variance"),
]
