"""Counts paths: in which layers a head is taken, and which."""

import math


def receptive_field(n_heads, n_layers, seq_len=None):
    paths = sum(math.comb(n_layers, k) * n_heads**k for k in range(n_layers + 1))
    return paths if seq_len is None else min(paths, seq_len)
