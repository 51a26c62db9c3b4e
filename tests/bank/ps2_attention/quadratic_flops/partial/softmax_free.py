"""Takes sums and divisions for free, as in a softmax.

points: 0.75
finding: sums-and-divisions-free
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * (r + d_v)
