"""Adds the heads of each layer, like a convolution: 1 + kn.

points: 0.25
finding: layers-add
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = 1 + n_heads * n_layers
    return reached if seq_len is None else min(reached, seq_len)
