"""One head of D × D/H: the printed 3D²/H seems right, and biases are D/H for each map.

points: 1.5
finding: printed-maps-left
finding: biases-of-a-head
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
        "qkv_weights": 0,
        "qkv_biases": 3 * d // n_heads - 3,
        "dense_weights": 0,
        "dense_biases": n * d - n * n,
    }
