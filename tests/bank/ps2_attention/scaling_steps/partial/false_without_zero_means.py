"""Thinks that independence alone kills the cross terms: they differ where means are not 0.

points: 2
finding: 2: fact-not-named
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence"),
    ("=", "d", "unit variance"),
]
