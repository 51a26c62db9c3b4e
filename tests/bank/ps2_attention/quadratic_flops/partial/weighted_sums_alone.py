"""The weighted sums, and nothing else.

points: 0.5
finding: sums and divisions are free only inside a softmax, and here is none; and the products of features — missing
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * d_v
