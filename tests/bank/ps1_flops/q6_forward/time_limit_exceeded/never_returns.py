"""A loop whose counter never moves.

finding: not-in-time
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    token = 0
    while token < seq_len:
        flops = 3 * seq_len
    return flops
