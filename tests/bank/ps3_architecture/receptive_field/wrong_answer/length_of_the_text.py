"""The length of the text, which is right where that is what limits the field.

finding: value-right
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    return seq_len
