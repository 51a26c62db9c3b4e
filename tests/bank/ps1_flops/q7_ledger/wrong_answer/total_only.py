"""Returns the total.

finding: expected a dict with the lines, not the int
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * seq_len * d_hidden * d_out
