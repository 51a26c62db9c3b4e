"""Left as it was.

finding: the-ledger: not-answered
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    raise NotImplementedError
