"""One of the sizes, and one more.

finding: right: w_2, but it gives back one of its arguments as it is, and computes nothing but the sum with 1
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return d_hidden + 1
