"""A gate, and the elementwise product with it.

points: 0.5
finding: relu-or-bias-charged
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * (2 * seq_len * d_out * d_hidden) + seq_len * d_hidden + 2 * seq_len * d_hidden
