"""Leaves the dense layer out.

points: 1.25
finding: dense_biases: line-missing
"""


def attention_counts(n, d):
    return {"qkv_weights": 3 * d**2, "qkv_biases": 3 * d, "attention_weights": n**2}
