"""Takes the weighted sum for one number.

finding: numbers-for-tokens
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len
