"""Not a whole number.

finding: no-whole-number
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r + 3 * seq_len * r + seq_len * d_v + 0.5
