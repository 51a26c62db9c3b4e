"""An honest other convention: a comparison per hidden number is charged.

points: 1.5
finding: relu-or-bias-charged
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * seq_len * d_hidden * d_out + 3 * seq_len * d_hidden
