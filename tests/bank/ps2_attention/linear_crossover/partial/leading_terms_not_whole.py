"""The leading terms, not rounded.

points: 1
finding: leading-terms-not-whole
"""


def crossover_length(d_v, r):
    return 2 * d_v * r / (d_v + r)
