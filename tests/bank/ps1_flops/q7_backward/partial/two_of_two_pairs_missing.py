"""Forgets the gradients of Ṽ and of K, each one of two lines that cost the same.

points: 0.75
finding: missing
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    head = seq_len + 3 * seq_len * d_hidden + 2 * seq_len * d_hidden * d_out
    attention = seq_len**2 * (4 * d_out + 5 + 2 * d_attn)
    return head + attention + 2 * seq_len * d_in * (2 * d_attn + d_out)
