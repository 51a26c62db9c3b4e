"""Takes the smaller number, also where there is no second one.

points: 0.5
finding: array-wrong
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    return min((n_heads + 1) ** n_layers, seq_len)
