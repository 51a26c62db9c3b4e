"""(k + 1) positions for each of n layers.

points: 0.25
finding: layers-add
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    return min((n_heads + 1) * n_layers, seq_len or 10**9)
