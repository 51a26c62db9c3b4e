"""Words.

finding: projections: no-number
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return {"projections": "too high", "softmax": "too low"}
