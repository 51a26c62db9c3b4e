"""A line with a name that is not in the table: the step across it merges two.

points: 2.5
finding: line 3: it cannot be used, and is left out: `Var` is not in the vocabulary
finding: line 4: one step uses independence and zero mean: put a line in between
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_j(E(q_j**2 * k_j**2)) + sum_j_not_l(E(q_j*q_l) * E(k_j*k_l))", "independence"),
    ("=", "Var(q_j) * Var(k_j)", "zero mean"),
    ("=", "sum_j(E(q_j**2 * k_j**2))", "independence, zero mean"),
    ("=", "d", "independence, unit variance"),
]
