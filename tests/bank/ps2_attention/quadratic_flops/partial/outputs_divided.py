"""Divides the outputs in place of the weights.

points: 0.75
finding: the function divides the N² weights, not the outputs
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * r + seq_len**2 + 2 * seq_len**2 * d_v + seq_len * d_v
