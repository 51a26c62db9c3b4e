"""One more than the right length.

points: 1
finding: this is the right one plus 1
"""

def crossover_length(d_v, r):
    return (4 * d_v * r + 3 * r + d_v) // (2 * (r + d_v + 1)) + 2
