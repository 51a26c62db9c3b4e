"""Right but for the weighted sum, which it forgot in question 2 already.

given: q2_attention/partial/no_weighted_sum.py
finding: right-given
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    attention = 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * d_attn
    feed_forward = 2 * seq_len * d_hidden * d_out + 2 * seq_len * d_hidden
    return attention + feed_forward + 3 * seq_len
