"""Thinks the rule is exact, and leaves out the entry that is.

finding: gradient-of-x-not-computed
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return dict.fromkeys(["projections", "softmax", "feed_forward", "loss"], 0)
