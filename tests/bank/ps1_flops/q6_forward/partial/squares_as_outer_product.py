"""Charges the differences times themselves as a column times a row.

points: 1.25
finding: squares-as-outer-product
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    attention = 4 * L * d_in * d_attn + 2 * L * d_in * d_out + 2 * L * L * d_attn + 2 * L * L * d_out
    block = 2 * L * d_out * d_hidden + 2 * L * d_hidden

    difference = L
    squares = 2 * L * 1 * L  # (L, 1) @ (1, L)
    return attention + block + difference + squares
