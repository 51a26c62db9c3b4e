"""By leading terms, the next whole number above them.

points: 1
finding: leading-terms
"""

def crossover_length(d_v, r):
    return 2 * r * d_v // (r + d_v) + 1
