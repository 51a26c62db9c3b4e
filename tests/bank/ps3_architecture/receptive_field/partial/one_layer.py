"""The field of one layer.

points: 1
finding: this is the field of a single layer
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    return n_heads + 1
