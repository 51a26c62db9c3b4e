"""Left side, right side, and every reason.

points: 0
finding: line 2: one step uses independence and unit variance and zero mean
finding: right-hand side, d: reached, but a step uses too much: put a line between any two facts
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "d", "independence, zero mean, unit variance"),
]
