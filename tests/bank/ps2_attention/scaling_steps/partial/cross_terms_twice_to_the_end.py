"""Doubles the sum over j ≠ l, which has both orders of a pair.

points: 2
finding: 2: cross-terms-twice
"""


scaling_steps = [
    ("=", "E(sum_j(q_j*k_j)**2)", ""),
    ("=", "E(sum_j(q_j**2*k_j**2) + 2*sum_j_not_l(q_j*k_j*q_l*k_l))", "algebra"),
    ("=", "sum_j(E(q_j**2*k_j**2)) + 2*sum_j_not_l(E(q_j*k_j*q_l*k_l))", "linearity"),
    ("=", "sum_j(E(q_j**2)*E(k_j**2)) + 2*sum_j_not_l(E(q_j)*E(k_j)*E(q_l)*E(k_l))", "independence"),
    ("=", "sum_j(E(q_j**2)*E(k_j**2))", "zero mean"),
    ("=", "d", "unit variance"),
]
