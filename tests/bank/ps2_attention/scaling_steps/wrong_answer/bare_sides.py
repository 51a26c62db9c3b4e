"""Left side, right side, and every reason.

finding: 2: facts-at-once
finding: right-hand side, d: reached
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "d", "independence, zero mean, unit variance"),
]
