"""Only the gradients of the weights are counted.

points: 0.5
finding: weights-only
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return (
        4 * seq_len * d_in * d_attn
        + 2 * seq_len * d_in * d_out
        + 2 * seq_len * d_out * d_hidden
        + 2 * seq_len * d_hidden
    )
