"""The five formulas."""


def attention_counts(n, d):
    return {
        "qkv_weights": 3 * d * d,
        "qkv_biases": 3 * d,
        "attention_weights": n * n,
        "dense_weights": n * n * d * d,
        "dense_biases": n * d,
    }
