"""n − 1 additions in every sum and dot product: one convention.

points: 0.75
finding: one-addition-saved
"""


def quadratic_attention_flops(seq_len, d_v, r):
    sums = seq_len * (seq_len - 1) + seq_len**2
    return seq_len**2 * (2 * r - 1) + sums + d_v * seq_len * (2 * seq_len - 1)
