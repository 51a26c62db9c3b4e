"""Forgets the L² divisions.

points: 1.75
finding: quadratic-sums-or-divisions-missing
"""

def crossover_length(d_v, r):
    return (4 * d_v * r + 3 * r + d_v) // (2 * r + 1 + 2 * d_v) + 1
