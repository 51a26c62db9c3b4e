"""Counts only the products of the quadratic form.

points: 1.25
finding: quadratic-sums-or-divisions-missing
"""

def crossover_length(d_v, r):
    return (4 * d_v * r + 3 * r + d_v) // (2 * (r + d_v)) + 1
