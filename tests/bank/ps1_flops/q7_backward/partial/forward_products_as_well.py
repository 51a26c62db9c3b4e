"""The products of the forward pass are counted as well.

points: 0.5
finding: forward-products-as-well
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return (
        6 * seq_len**2 * d_attn
        + 6 * seq_len**2 * d_out
        + 5 * seq_len**2
        + 8 * seq_len * d_in * d_attn
        + 4 * seq_len * d_in * d_out
        + 6 * seq_len * d_out * d_hidden
        + 5 * seq_len * d_hidden
        + seq_len
    )
