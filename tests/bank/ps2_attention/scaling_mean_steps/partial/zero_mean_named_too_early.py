"""The step that uses independence alone also names zero mean, before the step that uses it.

points: 0.75
finding: fact-not-used(zero mean)
finding: named-elsewhere-too
"""

scaling_mean_steps = [
    ("=", "E(sum_j(q_j*k_j))", ""),
    ("=", "sum_j(E(q_j)*E(k_j))", "linearity, independence, zero mean"),
    ("=", "0", "zero mean"),
]
