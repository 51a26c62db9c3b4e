"""Takes the page's N² for its number of weights.

points: 1.75
finding: dense_weights: biases-read-as-weights
"""


def dense_audit(n, d, n_heads):
    return {
        "qkv_weights": 3 * d * d - 3 * d * d // n_heads,
        "qkv_biases": 3 * d - 3,
        "dense_weights": n * n * d * d - n * n,
        "dense_biases": n * d - n * n,
    }


def corrected_difference(n, d, n_heads):
    return n * n * d * d + n * d - 3 * d * d - 3 * d
