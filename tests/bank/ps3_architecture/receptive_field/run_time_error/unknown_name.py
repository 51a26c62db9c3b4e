"""Uses a name that doesn't exist.

finding: raised(NameError)
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    return min(branching**n_layers, seq_len or branching**n_layers)
