"""Forgets the sum of the features in the linear form.

points: 1.25
finding: in the linear form the sum of the keys' features is not counted, or no division
"""

def crossover_length(d_v, r):
    return (4 * d_v * r + 2 * r + d_v) // (2 * (r + d_v + 1)) + 1
