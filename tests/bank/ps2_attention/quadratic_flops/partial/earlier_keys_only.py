"""Counts the pairs of a causal mask.

points: 0.5
finding: causal-mask
"""


def quadratic_attention_flops(seq_len, d_v, r):
    pairs = seq_len * (seq_len + 1) // 2
    return 2 * pairs * r + 2 * pairs + 2 * pairs * d_v
