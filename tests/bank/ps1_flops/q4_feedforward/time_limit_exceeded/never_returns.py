"""Swallows the first interruption and goes on.

finding: not-in-time
"""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    try:
        while True:
            seq_len += 1
    except Exception:
        pass
    while True:
        seq_len += 1
