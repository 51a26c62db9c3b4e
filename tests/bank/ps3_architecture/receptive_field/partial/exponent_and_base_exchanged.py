"""(n + 1)**k.

points: 1
finding: exchanged(n_heads and n_layers)
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = (n_layers + 1) ** n_heads
    return reached if seq_len is None else min(reached, seq_len)
