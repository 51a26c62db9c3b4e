"""Returns the costs of the products, not their sum.

finding: no-number
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    projections = [2 * seq_len * d_in * width for width in (d_attn, d_attn, d_out)]
    return [*projections, 2 * seq_len**2 * d_attn, 2 * seq_len**2 * d_out]
