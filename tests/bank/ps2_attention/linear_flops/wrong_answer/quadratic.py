"""The cost of the quadratic form.

finding: quadratic-form
"""


def linear_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * r + 2 * seq_len**2 + 2 * seq_len**2 * d_v
