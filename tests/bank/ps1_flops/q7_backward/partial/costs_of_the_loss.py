"""This is what the loss costs; its line is y − ŷ, which is stored, times a number (B6).

points: 0.75
finding: costs-of-the-loss
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return (
        4 * seq_len**2 * d_attn
        + 4 * seq_len**2 * d_out
        + 5 * seq_len**2
        + 4 * seq_len * d_in * d_attn
        + 2 * seq_len * d_in * d_out
        + 4 * seq_len * d_out * d_hidden
        + 3 * seq_len * d_hidden
        + 3 * seq_len
    )
