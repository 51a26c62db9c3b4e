"""Computes one score for each token instead of one for each pair.

points: 2
finding: one-score-for-each-token
finding: seq_len²·d_attn: wrong-term
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    projections = 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in
    scores = 2 * seq_len * d_attn
    return projections + scores + 2 * seq_len**2 * d_out
