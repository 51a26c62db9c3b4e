"""Takes R to be D_v.

points: 1
finding: holds-for-r-equal-dv
"""


def crossover_length(d_v, r):
    return d_v + 1
