"""Powers of floats, and a dict from pairs."""


def attention_counts(n, d):
    names = "qkv_weights", "qkv_biases", "attention_weights", "dense_weights", "dense_biases"
    values = 3 * float(d) ** 2, 3.0 * d, float(n) ** 2, (float(n) * d) ** 2, float(n * d)
    return dict(zip(names, values, strict=True))
