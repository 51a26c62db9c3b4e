"""No return.

finding: the-ledger: nothing-returned
"""

def dense_audit(n, d, n_heads):
    lines = {"qkv_biases": 3 * d - 3}


def corrected_difference(n, d, n_heads):
    lines = n * d
