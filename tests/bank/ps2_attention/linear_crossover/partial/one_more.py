"""One more than the right length.

points: 1
finding: one-more
"""

def crossover_length(d_v, r):
    return (4 * d_v * r + 3 * r + d_v) // (2 * (r + d_v + 1)) + 2
