"""Adds up the predictions of all tokens.

points: 1.5
finding: bias-of-w2
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    Z = 2 * seq_len * d_out * d_hidden
    y_hat = 2 * seq_len * d_hidden
    pooled = seq_len
    return Z + y_hat + pooled
