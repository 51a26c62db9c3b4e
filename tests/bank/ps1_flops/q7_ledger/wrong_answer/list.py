"""Returns the counts as a list, without names.

finding: the-ledger: not-expected
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    return [seq_len, 2 * seq_len * d_hidden, seq_len * d_hidden, 0]
