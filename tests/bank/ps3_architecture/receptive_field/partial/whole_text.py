"""The field of ordinary attention, which sees everything at once.

points: 0.4
finding: 3 heads, 2 layers, a text of 50 tokens: you have 50, expected 16
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    return 0 if seq_len is None else seq_len
