"""Takes the number of features for the width of a value.

points: 0.5
finding: size-in-place-of
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * r + 2 * seq_len**2 * r + 2 * seq_len**2
