"""Takes R to be D_v.

points: 1
finding: this holds where R = D_v
"""


def crossover_length(d_v, r):
    return d_v + 1
