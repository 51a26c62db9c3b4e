"""Takes the page's L² for its number of weights.

points: 1.75
finding: dense_weights: biases-read-as-weights
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
        "qkv_weights": 3 * d * d - 3 * d * d // n_heads,
        "qkv_biases": 3 * d - 3,
        "dense_weights": n * n * d * d - n * n,
        "dense_biases": n * d - n * n,
    }
