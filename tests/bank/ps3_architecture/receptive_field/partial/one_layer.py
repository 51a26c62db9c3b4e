"""The field of one layer.

points: 0.25
finding: one-layer
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    return n_heads + 1
