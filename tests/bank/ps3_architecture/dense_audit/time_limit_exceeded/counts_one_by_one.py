"""Counts weights one by one, and forgets to stop.

finding: the-ledger: not-in-time
"""

def dense_audit(n, d, n_heads):
    weights = 0
    while weights != -1:
        weights += 1
    return {"qkv_weights": weights}


def corrected_difference(n, d, n_heads):
    return dense_audit(n, d, n_heads)["qkv_weights"]
