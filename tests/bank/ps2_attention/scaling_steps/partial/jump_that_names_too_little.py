"""Merges two facts, names one: what mends it is said.

points: 2
finding: independence (E(x * y) = E(x) * E(y) for different entries): at-once
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_j(E(q_j**2 * k_j**2))", "linearity, independence"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence"),
    ("=", "d", "unit variance"),
]
