"""Returns the total.

finding: the-ledger: not-expected
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * seq_len * d_hidden * d_out
