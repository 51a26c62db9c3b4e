"""Doesn't count the node's own position.

points: 1
finding: own-position-left-out
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = (n_heads + 1) ** n_layers - 1
    return reached if seq_len is None else min(reached, seq_len)
