"""Lets the heads look where nobody has looked yet, and counts positions."""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = {0}
    for _ in range(n_layers):
        width = max(reached) + 1
        reached = {at + head * width for at in reached for head in range(n_heads + 1)}
        if seq_len is not None:
            reached = {at for at in reached if at < seq_len}
    return len(reached)
