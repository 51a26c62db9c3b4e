"""Uses a name of the text.

finding: raised(NameError)
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * N**2 * (R + 1 + d_v)
