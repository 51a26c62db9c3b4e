"""Uses the rule of two FLOPs per weight and token.

points: 1
finding: two-flops-per-weight
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    weights = 2 * d_attn * d_in + d_out * d_in + d_hidden * d_out + d_hidden
    return 2 * weights * seq_len
