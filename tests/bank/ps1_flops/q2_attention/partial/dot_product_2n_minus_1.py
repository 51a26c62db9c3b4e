"""An honest other convention: n multiplications and n − 1 additions.

points: 3
finding: dot-product-2n-1
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    projections = seq_len * (2 * d_attn + d_out) * (2 * d_in - 1)
    scores = seq_len**2 * (2 * d_attn - 1)
    sums = seq_len * d_out * (2 * seq_len - 1)
    return projections + scores + sums
