"""Forgets the N² divisions.

points: 1.75
finding: in the quadratic form the sums over the keys or the divisions are not counted
"""

def crossover_length(d_v, r):
    return (4 * d_v * r + 3 * r + d_v) // (2 * r + 1 + 2 * d_v) + 1
