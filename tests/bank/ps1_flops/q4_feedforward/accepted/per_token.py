"""The cost of one token, times the number of tokens."""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    first = d_hidden * (2 * d_out)
    second = 2 * d_hidden
    return seq_len * (first + second)
