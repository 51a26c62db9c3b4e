"""Forgets that a text ends.

points: 1.75
finding: no-cap
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    return (n_heads + 1) ** n_layers
