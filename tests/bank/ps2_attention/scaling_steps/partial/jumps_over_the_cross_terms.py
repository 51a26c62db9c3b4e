"""The printed solution: from the square of the sum to the sum of the squares.

points: 3
finding: line 2: one step uses independence and zero mean: put a line in between, or show a sum of products in both j and l, such as q_j * q_l, in the line before
"""

scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence, zero mean"),
    ("=", "d", "unit variance"),
]
