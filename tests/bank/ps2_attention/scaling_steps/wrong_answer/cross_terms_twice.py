"""Counts each cross term twice: for zero means that makes no difference, so linearity is no reason.

finding: 2: cross-terms-twice
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_j(E(q_j**2 * k_j**2)) + 2*sum_j_not_l(E(q_j * k_j * q_l * k_l))", "linearity"),
    ("=", "d", "independence, zero mean, unit variance"),
]
