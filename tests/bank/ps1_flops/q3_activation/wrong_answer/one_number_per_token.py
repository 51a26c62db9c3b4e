"""Takes the weighted sum for one number.

finding: factor-missing(d_out)
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len
