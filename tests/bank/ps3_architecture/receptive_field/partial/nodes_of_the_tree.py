"""Counts the nodes of the whole tree.

points: 1
finding: nodes-of-all-layers
"""


def receptive_field(n_heads, n_layers, seq_len=None):
    nodes = sum((n_heads + 1) ** n for n in range(n_layers + 1))
    return nodes if seq_len is None else min(nodes, seq_len)
