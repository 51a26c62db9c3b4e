"""Asks a number for its size.

finding: the-ledger: raised(AttributeError)
"""


def attention_counts(n, d):
    return {"qkv_weights": 3 * d.size}
