"""Calls j by the name of l, so that the line looks like one with cross terms.

points: 2
finding: 3: facts-at-once
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "E(sum_l(q_l * k_l)**2)", "definition"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence, zero mean"),
    ("=", "d", "unit variance"),
]
