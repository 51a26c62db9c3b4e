"""Waits until the text is full, which a text without an end never is.

finding: not-in-time
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = 1
    while seq_len is None or reached < seq_len:
        reached = min(reached * (n_heads + 1), 10**6)
    return reached
