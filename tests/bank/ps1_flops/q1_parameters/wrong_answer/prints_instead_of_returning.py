"""Prints the right number and returns nothing.

finding: no-number
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    print(2 * d_attn * d_in + d_out * d_in + d_hidden * d_out + d_hidden)
