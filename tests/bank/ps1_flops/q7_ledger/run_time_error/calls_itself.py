"""Builds its total by calling itself.

finding: the-ledger: raised(RecursionError)
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    lines = backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden)
    lines["total"] = sum(lines.values())
    return lines
