"""The amounts, and no lines.

points: 0.75
finding: choice-is-no-dict
"""


def dense_audit(n, d, n_heads):
    return {
        "qkv_weights": 3 * d * (d - d // n_heads),
        "qkv_biases": 3 * (d - 1),
        "dense_weights": 0,
        "dense_biases": n * (d - n),
    }
