"""Counts bytes, two for each number.

points: 1.5
finding: bytes(2)
"""


def attention_counts(n, d):
    return {
        "qkv_weights": 2 * 3 * d * d,
        "qkv_biases": 2 * 3 * d,
        "attention_weights": 2 * n * n,
        "dense_weights": 2 * (n * d) ** 2,
        "dense_biases": 2 * n * d,
    }
