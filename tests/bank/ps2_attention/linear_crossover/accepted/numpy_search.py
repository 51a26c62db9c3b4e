"""Compares all lengths up to a thousand at once."""

import numpy as np

def crossover_length(d_v, r):
    n = np.arange(1, 1000)
    return n[np.argmax(4 * d_v * r + 3 * r + d_v < 2 * n * (r + d_v + 1))]
