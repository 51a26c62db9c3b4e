"""Independence and zero mean have changed places; before the cross terms go they are factorised.

points: 2
finding: reasons-exchanged
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "E(sum_jl(q_j * k_j * q_l * k_l))", "algebra"),
    ("=", "sum_jl(E(q_j * k_j * q_l * k_l))", "linearity"),
    ("=", "sum_j(E(q_j**2 * k_j**2)) + sum_j_not_l(E(q_j * k_j * q_l * k_l))", "algebra"),
    (
        "=",
        "sum_j(E(q_j**2 * k_j**2)) + sum_j_not_l(E(q_j) * E(k_j) * E(q_l) * E(k_l))",
        "zero mean",
    ),
    ("=", "sum_j(E(q_j**2 * k_j**2))", "independence"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence"),
    ("=", "sum_j(1)", "unit variance"),
    ("=", "d", "algebra"),
]
