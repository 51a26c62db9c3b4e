"""The stub, as it was released.

finding: not answered yet
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    raise NotImplementedError("Replace this line with your answer.")
