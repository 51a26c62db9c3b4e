"""The power, bounded."""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = (n_heads + 1) ** n_layers
    if seq_len is not None and reached > seq_len:
        return seq_len
    return reached
