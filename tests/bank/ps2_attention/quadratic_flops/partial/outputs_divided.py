"""Divides the outputs in place of the weights.

points: 0.5
finding: one-of(weights-divided or size-in-place-of(the sums over the keys, d_v, seq_len))
finding: weights-divided
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * r + seq_len**2 + 2 * seq_len**2 * d_v + seq_len * d_v
