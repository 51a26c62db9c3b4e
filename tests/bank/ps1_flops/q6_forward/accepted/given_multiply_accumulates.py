"""Adds up multiply–accumulates, which questions 2 and 4 were charged for.

given: q2_attention/partial/multiply_accumulates.py
given: q4_feedforward/partial/multiply_accumulates.py
finding: multiply-accumulates
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    attention = seq_len * (d_in * (2 * d_attn + d_out) + seq_len * (d_attn + d_out))
    return attention + seq_len * d_hidden * (d_out + 1) + 2 * seq_len
