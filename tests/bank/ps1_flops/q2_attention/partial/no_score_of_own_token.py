"""Leaves out the score of a token with itself; the same formula as 2n − 1 for queries and keys.

points: 3
finding: no-score-of-own-token
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    projections = 2 * seq_len * d_in * (2 * d_attn + d_out)
    return projections + 2 * seq_len * (seq_len - 1) * d_attn + 2 * seq_len**2 * d_out
