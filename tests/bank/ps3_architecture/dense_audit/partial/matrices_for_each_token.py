"""Each token has matrices and biases of its own; so has it in the difference.

points: 1.5
finding: qkv_weights: weights-for-each-token
finding: qkv_biases: biases-for-each-token
finding: right-given
"""


def dense_audit(n, d, n_heads):
    return {
        "qkv_weights": 3 * n * d * d - 3 * d * d // n_heads,
        "qkv_biases": 3 * n * d - 3,
        "dense_weights": 0,
        "dense_biases": n * d - n * n,
    }


def corrected_difference(n, d, n_heads):
    return n * n * d * d + n * d - 3 * n * d * d - 3 * n * d
