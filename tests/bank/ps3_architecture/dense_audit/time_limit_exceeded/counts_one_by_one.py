"""Counts weights one by one, and forgets to stop.

finding: the-ledger: not-in-time
"""

audit_lines = dict(zip("123456", ["right", "wrong", "follows", "wrong", "right", "right"]))


def dense_audit(n, d, n_heads):
    weights = 0
    while weights != -1:
        weights += 1
    return {"qkv_weights": weights}
