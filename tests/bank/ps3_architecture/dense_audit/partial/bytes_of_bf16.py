"""Counts bytes, two for each number: one line of four, and a quarter of the difference.

points: 1.5
finding: qkv_biases: bytes(2)
finding: in-short: bytes(2)
"""


def dense_audit(n, d, n_heads):
    return {
        "qkv_weights": 2 * (3 * d * d - 3 * d * d // n_heads),
        "qkv_biases": 2 * (3 * d - 3),
        "dense_weights": 0,
        "dense_biases": 2 * (n * d - n * n),
    }


def corrected_difference(n, d, n_heads):
    return 2 * (n * n * d * d + n * d - 3 * d * d - 3 * d)
