"""Counts what is there, and a lot that isn't: four terms cost no more than half.

finding: seq_len³: wrong-term
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    attention = 2 * seq_len * (d_in * (2 * d_attn + d_out) + seq_len * (d_attn + d_out))
    return attention + 7 * seq_len**3 + 3 * d_in**2 + 5 * d_in * d_hidden + 11 * d_attn**2
