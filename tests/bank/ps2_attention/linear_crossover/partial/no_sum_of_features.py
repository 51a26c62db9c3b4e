"""Forgets the sum of the features in the linear form.

points: 1.25
finding: linear-sum-or-division-missing
"""

def crossover_length(d_v, r):
    return (4 * d_v * r + 2 * r + d_v) // (2 * (r + d_v + 1)) + 1
