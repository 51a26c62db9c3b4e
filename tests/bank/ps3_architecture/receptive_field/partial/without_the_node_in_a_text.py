"""Stops at seq_len − 1.

points: 1.75
finding: cap-without-itself
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = (n_heads + 1) ** n_layers
    return reached if seq_len is None else min(reached, seq_len - 1)
