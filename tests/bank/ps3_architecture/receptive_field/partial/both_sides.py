"""Two tokens for each head.

points: 1
finding: both-neighbours
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = (2 * n_heads + 1) ** n_layers
    return reached if seq_len is None else min(reached, seq_len)
