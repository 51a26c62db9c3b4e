"""Uses a fact and names it, in a term that goes again: the claim is as far as before.

finding: zero mean (E(q_j) = 0 and E(k_j) = 0): still-needed
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "E(sum_j(q_j * k_j)**2) + sum_j(E(q_j))", "zero mean"),
    ("=", "E(sum_j(q_j * k_j)**2)", "zero mean"),
]
