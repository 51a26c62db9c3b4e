"""Charges the weighted sum's multiplications only.

points: 3
finding: without-additions(the weighted sums)
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * d_attn + seq_len**2 * d_out
