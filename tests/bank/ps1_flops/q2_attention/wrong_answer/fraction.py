"""Returns a number with a fraction, because it averages.

finding: no-whole-number
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return (4 * d_attn * d_in + 1) / 2
