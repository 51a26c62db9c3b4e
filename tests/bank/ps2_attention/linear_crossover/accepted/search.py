"""Tries one length after the other."""


def crossover_length(d_v, r):
    n = 1
    while 4 * n * d_v * r + 3 * n * r + n * d_v >= 2 * n * n * (r + d_v + 1):
        n += 1
    return n
