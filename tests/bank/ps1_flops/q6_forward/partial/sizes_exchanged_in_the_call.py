"""Exchanges d_attn and d_out where Question 2 is called.

points: 1.5
finding: one-of(exchanged-in-the-call or size-in-place-of(the keys, d_out, d_attn))
finding: exchanged-in-the-call
"""


def attention(seq_len, d_in, d_attn, d_out):
    return 2 * seq_len * (2 * d_attn * d_in + d_out * d_in) + 2 * seq_len**2 * (d_attn + d_out)


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    feed_forward = 2 * seq_len * d_hidden * (d_out + 1)
    return attention(seq_len, d_in, d_out, d_attn) + feed_forward + 3 * seq_len
