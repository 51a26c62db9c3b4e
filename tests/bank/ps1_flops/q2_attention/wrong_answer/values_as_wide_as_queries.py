"""Gives the values d_attn entries.

finding: values have d_out entries, not d_attn
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 6 * seq_len * d_attn * d_in + 4 * seq_len**2 * d_attn
