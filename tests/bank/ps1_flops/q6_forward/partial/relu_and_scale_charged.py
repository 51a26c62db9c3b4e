"""Two honest other conventions together.

points: 1.5
finding: scale-or-softmax-charged
finding: relu-or-bias-charged
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    attention = 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * (d_attn + d_out)
    feed_forward = 2 * seq_len * d_hidden * (d_out + 1)
    return attention + feed_forward + seq_len * d_hidden + seq_len**2 + 3 * seq_len
