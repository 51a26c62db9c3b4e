"""Asks a number for its size.

finding: AttributeError
"""


def attention_counts(n, d):
    return {"qkv_weights": 3 * d.size}
