"""The stub.

finding: the-ledger: not-answered
"""

def dense_audit(n, d, n_heads):
    raise NotImplementedError("Replace this line with your answer.")
