"""Rests on a ledger in which dH costs two per entry.

finding: feed_forward: right-line
given: q7_ledger/partial/rank_one_product_2.py
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return {
        "projections": 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in,
        "products": 0,
        "softmax": -5 * seq_len**2,
        "feed_forward": 0,
        "loss": 5 * seq_len,
    }
