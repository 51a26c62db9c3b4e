"""Grows a dict while it goes through it again and again.

finding: the-ledger: not-in-time
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    lines = {"dyhat": seq_len}
    while len(lines) < 15:
        lines["dw2"] = 2 * seq_len * d_hidden
    return lines
