"""Takes X for D × L.

points: 1
finding: n-and-d-exchanged
"""


def attention_counts(n, d):
    return {
        "qkv_weights": 3 * n**2,
        "qkv_biases": 3 * n,
        "attention_weights": d**2,
        "dense_weights": (n * d) ** 2,
        "dense_biases": n * d,
    }
