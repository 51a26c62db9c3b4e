"""The lines, and no amounts.

points: 1.25
finding: the-ledger: not-answered
"""

audit_lines = dict(zip("123456", ("wrong", "follows", "wrong", "right", "wrong", "follows")))


def dense_audit(n, d, n_heads):
    raise NotImplementedError("Replace this line with your answer.")
