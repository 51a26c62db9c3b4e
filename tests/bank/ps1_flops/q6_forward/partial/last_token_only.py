"""One prediction, that of the last token, and its loss.

points: 1
finding: last-token-only
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    attention = 2 * L * d_in * (2 * d_attn + d_out) + 2 * L * L * (d_attn + d_out)
    ff = 2 * L * d_hidden * d_out + 2 * d_hidden
    return attention + ff + 3
