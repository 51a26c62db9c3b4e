"""Nothing.

finding: constant(0)
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    return 0
