"""Returns nan.

finding: no-whole-number
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return float('nan')
