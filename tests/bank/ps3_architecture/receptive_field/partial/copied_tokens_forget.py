"""A sum of powers: only the last node keeps its own value.

points: 1
finding: own-input-only
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = sum(n_heads**n for n in range(n_layers + 1))
    return reached if seq_len is None else min(reached, seq_len)
