"""Uses Var, which is not in the vocabulary.

points: 0
finding: `Var` is not in the vocabulary
"""

scaling_steps = [
    ("=", "Var(sum_j(q_j * k_j))", ""),
    ("=", "d", "unit variance"),
]
