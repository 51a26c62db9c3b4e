"""Names every fact in every step.

points: 1
finding: 2: fact-not-used
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "independence, zero mean, unit variance"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence, zero mean, unit variance"),
    ("=", "d", "independence, zero mean, unit variance"),
]
