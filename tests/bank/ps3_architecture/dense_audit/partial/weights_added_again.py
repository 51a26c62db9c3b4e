"""Adds all weights of the dense layer, though the page has them.

points: 1.75
finding: weights-are-right
"""


def dense_audit(n, d, n_heads):
    return {
        "qkv_weights": 3 * d**2 - 3 * d**2 // n_heads,
        "qkv_biases": 3 * d - 3,
        "dense_weights": (n * d) ** 2,
        "dense_biases": n * d - n**2,
    }


def corrected_difference(n, d, n_heads):
    return (n * d) ** 2 + n * d - 3 * d**2 - 3 * d
