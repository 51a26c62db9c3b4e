"""A line with a name that is not in the table: the step across it merges two.

points: 1
finding: 3: line-left-out
finding: 4: facts-at-once
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_j(E(q_j**2 * k_j**2)) + sum_j_not_l(E(q_j*q_l) * E(k_j*k_l))", "independence"),
    ("=", "Var(q_j) * Var(k_j)", "zero mean"),
    ("=", "sum_j(E(q_j**2 * k_j**2))", "independence, zero mean"),
    ("=", "d", "independence, unit variance"),
]
