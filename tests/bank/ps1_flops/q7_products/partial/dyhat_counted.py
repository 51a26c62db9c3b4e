"""The line dyhat is counted; here it is free.

points: 0.75
finding: dyhat-counted
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return (
        4 * seq_len**2 * d_attn
        + 4 * seq_len**2 * d_out
        + 4 * seq_len * d_in * d_attn
        + 2 * seq_len * d_in * d_out
        + 4 * seq_len * d_out * d_hidden
        + 4 * seq_len * d_hidden
        + seq_len
    )
