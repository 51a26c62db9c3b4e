"""Left as it was.

finding: not answered yet
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    raise NotImplementedError
