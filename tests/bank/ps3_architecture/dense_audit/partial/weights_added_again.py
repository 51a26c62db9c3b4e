"""Adds all weights of the dense layer, though the page has them.

points: 1.75
finding: weights-are-right
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
        "qkv_weights": 3 * d**2 - 3 * d**2 // n_heads,
        "qkv_biases": 3 * d - 3,
        "dense_weights": (n * d) ** 2,
        "dense_biases": n * d - n**2,
    }
