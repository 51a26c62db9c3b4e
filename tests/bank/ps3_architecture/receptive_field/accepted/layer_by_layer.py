"""Multiplies layer by layer, and stops when the text is full."""


def receptive_field(n_heads, n_layers, seq_len=None):
    limit = float("inf") if seq_len is None else seq_len
    reached = 1
    for _ in range(n_layers):
        reached = min(reached + n_heads * reached, limit)
    return reached
