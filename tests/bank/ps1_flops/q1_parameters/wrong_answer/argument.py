"""One of the sizes, which happens to be how many numbers one of the weights has.

finding: right: w_2, but it gives back one of its arguments as it is
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return d_hidden
