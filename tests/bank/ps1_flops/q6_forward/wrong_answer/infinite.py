"""Overflows to infinity.

finding: no-whole-number
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return float('inf') * seq_len
