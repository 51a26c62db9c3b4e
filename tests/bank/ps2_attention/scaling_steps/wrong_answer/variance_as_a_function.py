"""Uses Var, which is not in the vocabulary.

finding: 1: line-left-out
"""

scaling_steps = [
    ("=", "Var(sum_j(q_j * k_j))", ""),
    ("=", "d", "unit variance"),
]
