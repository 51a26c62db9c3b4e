"""math.floor, and a float as an answer."""

import math


def crossover_length(d_v, r):
    return float(math.floor((4 * d_v * r + 3 * r + d_v) / (2 * (r + d_v + 1))) + 1)
