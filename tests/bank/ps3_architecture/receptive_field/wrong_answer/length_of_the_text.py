"""The length of the text, which is right where that is what limits the field.

finding: right, but it gives back one of its arguments as it is
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    return seq_len
