"""Overflows a numpy integer by hand.

finding: raised(OverflowError)
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return int(np.float64(10) ** 400) * seq_len
