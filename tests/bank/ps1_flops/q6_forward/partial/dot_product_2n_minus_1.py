"""An honest other convention: n multiplications and n − 1 additions, everywhere.

points: 1.5
finding: dot-product-2n-1
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    projections = seq_len * (2 * d_attn + d_out) * (2 * d_in - 1)
    attention = projections + seq_len**2 * (2 * d_attn - 1) + seq_len * d_out * (2 * seq_len - 1)
    feed_forward = seq_len * d_hidden * (2 * d_out - 1) + seq_len * (2 * d_hidden - 1)
    loss = seq_len + 2 * seq_len - 1
    return attention + feed_forward + loss
