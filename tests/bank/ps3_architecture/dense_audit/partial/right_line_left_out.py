"""Leaves out the line whose amount is 0.

points: 1.75
finding: dense_audit: dense_weights: line-missing
"""


def dense_audit(n, d, n_heads):
    return {"qkv_weights": 3 * d * d - 3 * d * d // n_heads, "qkv_biases": 3 * (d - 1), "dense_biases": n * (d - n)}


audit_lines = {"1": "wrong", "2": "follows", "3": "wrong", "4": "right", "5": "wrong", "6": "follows"}
