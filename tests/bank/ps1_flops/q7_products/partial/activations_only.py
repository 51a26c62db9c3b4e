"""Only the gradients of activations are counted.

points: 0.5
finding: activations-only
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return (
        4 * seq_len**2 * d_attn
        + 4 * seq_len**2 * d_out
        + 2 * seq_len * d_out * d_hidden
        + 2 * seq_len * d_hidden
    )
