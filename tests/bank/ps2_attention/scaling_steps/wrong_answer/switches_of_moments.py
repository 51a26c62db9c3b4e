"""Factors that are 0 or 1 at some variances and for some dependence.

finding: by-leap
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "E(sum_j(q_j * k_j)**2) + (d - E(sum_j(q_j * k_j)**2))*(sum_j_not_l(E(q_j*q_l) - E(q_j)*E(q_l))*(2/d - 0.5) + sum_j(E(q_j*k_j) - E(q_j)*E(k_j))/d)", "independence"),
    ("=", "d + (E(sum_j(q_j * k_j)**2) - d)*(1 - (d/sum_j(E(k_j**2))))*(1 - 2*(d/sum_j(E(k_j**2))))*81/56", "zero mean"),
    ("=", "d", "unit variance"),
]
