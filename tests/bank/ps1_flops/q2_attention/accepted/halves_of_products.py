"""Counts multiply–accumulates as floats and doubles them."""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    macs = seq_len * d_in * (2 * d_attn + d_out) / 2 + seq_len**2 * (d_attn + d_out) / 2
    return 4 * macs
