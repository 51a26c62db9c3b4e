"""Asks its dict for a line that it hasn't.

finding: the-ledger: raised(KeyError)
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return {}["dyhat"]
