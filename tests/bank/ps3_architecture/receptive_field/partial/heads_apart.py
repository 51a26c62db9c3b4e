"""A tree for each head.

points: 1
finding: every head sees what all heads of the layer below have gathered
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = n_heads * 2**n_layers
    return reached if seq_len is None else min(reached, seq_len)
