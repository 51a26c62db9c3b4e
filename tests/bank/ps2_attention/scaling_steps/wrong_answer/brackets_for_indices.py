"""Writes q[j].

points: 0
finding: an index is part of the name: q_j, not q[j]
"""

scaling_steps = [
    ("=", "E(sum_j(q[j] * k[j])**2)", ""),
    ("=", "d", "unit variance"),
]
