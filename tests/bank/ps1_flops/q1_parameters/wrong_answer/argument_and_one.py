"""One of the sizes, and one more.

finding: d_hidden: nothing-computed
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return d_hidden + 1
