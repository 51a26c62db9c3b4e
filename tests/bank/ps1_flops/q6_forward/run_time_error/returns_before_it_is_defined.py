"""Uses a variable before it has a value.

finding: raised(UnboundLocalError)
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    flops += 3 * seq_len
    return flops
