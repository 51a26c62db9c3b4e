"""The field of a single head.

points: 1
finding: one-head
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    return min(2**n_layers, seq_len or 2**n_layers)
