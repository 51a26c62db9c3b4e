"""One number for all steps.

finding: the-ledger: not-expected
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * seq_len * d_in * (2 * d_attn + d_out) - 5 * seq_len**2
