"""No return.

finding: the-ledger: nothing-returned
"""

audit_lines = dict(zip("123456", ["right", "wrong", "follows", "wrong", "right", "right"]))


def dense_audit(n, d, n_heads):
    lines = {"qkv_biases": 3 * d - 3}
