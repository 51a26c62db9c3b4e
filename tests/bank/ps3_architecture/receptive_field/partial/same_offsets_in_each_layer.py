"""The heads have the same offsets in every layer, so that their order makes no difference.

points: 1
finding: same-offsets-everywhere
"""


from math import comb


def receptive_field(n_heads, n_layers, seq_len=None):
    reach = comb(n_heads + n_layers, n_layers)
    return reach if seq_len is None else min(reach, seq_len)
