"""Counts the input as a layer.

points: 1
finding: one-layer-too-many
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = (n_heads + 1) ** (n_layers + 1)
    return reached if seq_len is None else min(reached, seq_len)
