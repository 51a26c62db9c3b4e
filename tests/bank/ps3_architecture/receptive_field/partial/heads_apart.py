"""A tree for each head.

points: 1
finding: own-head-only
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = n_heads * 2**n_layers
    return reached if seq_len is None else min(reached, seq_len)
