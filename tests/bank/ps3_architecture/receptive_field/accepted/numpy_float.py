"""np.power, and np.minimum with infinity: a float."""

import numpy as np


def receptive_field(n_heads, n_layers, seq_len=None):
    return np.minimum(np.power(n_heads + 1.0, n_layers), np.inf if seq_len is None else seq_len)
