"""Counts bytes, two for each number: one line of four is right.

points: 1.75
finding: qkv_biases: bytes(2)
"""

audit_lines = {
    "1": "wrong",
    "2": "follows",
    "3": "wrong",
    "4": "right",
    "5": "wrong",
    "6": "follows",
}


def dense_audit(n, d, n_heads):
    return {
        "qkv_weights": 2 * (3 * d * d - 3 * d * d // n_heads),
        "qkv_biases": 2 * (3 * d - 3),
        "dense_weights": 0,
        "dense_biases": 2 * (n * d - n * n),
    }
