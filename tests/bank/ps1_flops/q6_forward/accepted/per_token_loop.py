"""Adds up token by token."""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    flops = 0
    for token in range(seq_len):
        flops += 2 * d_in * (d_attn + d_attn + d_out)
        flops += seq_len * (2 * d_attn) + d_out * (2 * seq_len)
        flops += d_hidden * (2 * d_out) + 2 * d_hidden
        flops += 1  # y − ŷ
    flops += 2 * seq_len  # the dot product of the errors with themselves
    return flops
