"""Takes each head for a layer of its own: 2**(kn).

points: 1
finding: heads-double
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = 2 ** (n_heads * n_layers)
    return reached if seq_len is None else min(reached, seq_len)
