"""Solves the quadratic equation with numpy."""

import numpy as np

bottleneck = {"short": ["projections"], "long": ["scores and sums"]}


def crossover_seq_len(d_model, ffn_mult):
    linear = 8 * d_model**2 + 4 * ffn_mult * d_model**2
    return np.max(np.roots([4 * d_model, -linear, 0]))
