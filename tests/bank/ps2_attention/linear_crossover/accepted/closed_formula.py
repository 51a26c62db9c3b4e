"""The floor of where both cost the same, plus one."""


def crossover_length(d_v, r):
    return (4 * d_v * r + 3 * r + d_v) // (2 * (r + d_v + 1)) + 1
