"""Multiplies W_q and W_k with each other first: three parts are counted otherwise, two terms are wrong.

points: 2
finding: wq-wk-first
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    scores = 2 * d_in**2 * d_attn + 2 * seq_len * d_in**2 + 2 * seq_len**2 * d_in
    return scores + 2 * seq_len * d_in * d_out + 2 * seq_len**2 * d_out
