"""The field of ordinary attention, which sees everything at once.

points: 0.25
finding: always-the-text
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    return 0 if seq_len is None else seq_len
