"""Iterates over an iterator without end.

finding: not-in-time
"""

import itertools


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return sum(2 * seq_len * d_hidden for _ in itertools.count())
