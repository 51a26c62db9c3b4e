"""Takes the remainder where it should take the smaller number.

points: 1.75
finding: wraps-around
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = (n_heads + 1) ** n_layers
    return reached if seq_len is None else reached % seq_len
