"""A token keeps its own value in every layer, not in some only.

points: 1
finding: own-value-once
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    """The largest number of input positions that can reach a node after n_layers layers."""
    # Each layer gathers the fields of the token itself and of n_heads others: at best they are
    # disjoint.
    reached = n_heads**n_layers + 1
    _ = reached if seq_len is None else min(reached, seq_len)
    return _
