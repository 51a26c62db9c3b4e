"""Right counts and printed ones, subtracted."""

def right(n, d, n_heads):
    maps = 3 * n_heads
    e = d // n_heads
    return {
        "qkv_weights": maps * e * d,
        "qkv_biases": maps * e,
        "dense_weights": (n * d) * (n * d),
        "dense_biases": n * d,
    }


def dense_audit(n, d, n_heads):
    printed = {
        "qkv_weights": 3 * d**2 / n_heads,
        "qkv_biases": 3,
        "dense_weights": d**2 * n**2,
        "dense_biases": n**2,
    }
    return {name: count - printed[name] for name, count in right(n, d, n_heads).items()}


def corrected_difference(n, d, n_heads):
    attention_w, attention_b, dense_w, dense_b = right(n, d, n_heads).values()
    return dense_w + dense_b - attention_w - attention_b
