"""The printed numbers.

finding: dense_biases: terms-of-line
"""

audit_lines = dict(zip("123456", ["right", "wrong", "follows", "wrong", "right", "right"]))


def dense_audit(n, d, n_heads):
    return {
        "qkv_weights": 3 * d**2 // n_heads,
        "qkv_biases": 3,
        "dense_weights": d**2 * n**2,
        "dense_biases": n**2,
    }
