"""The stub, as it was released.

finding: not-answered
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    raise NotImplementedError("Replace this line with your answer.")
