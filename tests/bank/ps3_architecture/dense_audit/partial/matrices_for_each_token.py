"""Each token has matrices and biases of its own.

points: 1.5
finding: qkv_weights: weights-for-each-token
finding: qkv_biases: biases-for-each-token
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
        "qkv_weights": 3 * n * d * d - 3 * d * d // n_heads,
        "qkv_biases": 3 * n * d - 3,
        "dense_weights": 0,
        "dense_biases": n * d - n * n,
    }
