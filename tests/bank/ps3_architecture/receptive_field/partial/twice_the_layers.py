"""A feed-forward block counts as a layer.

points: 1
finding: layers-counted-twice
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    reached = (n_heads + 1) ** (2 * n_layers)
    return reached if seq_len is None else min(reached, seq_len)
