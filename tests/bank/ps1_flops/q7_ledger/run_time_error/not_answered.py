"""The stub, as it was released.

finding: the-ledger: not-answered
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    raise NotImplementedError("Replace this line with your answer.")
