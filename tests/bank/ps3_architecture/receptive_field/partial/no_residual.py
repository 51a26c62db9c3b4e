"""Forgets the residual connection: k**n.

points: 1
finding: residual-forgotten
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = n_heads**n_layers
    return reached if seq_len is None else min(reached, seq_len)
