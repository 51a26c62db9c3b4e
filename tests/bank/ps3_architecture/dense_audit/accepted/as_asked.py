"""Polynomials."""

def dense_audit(n, d, n_heads):
    return {
        "qkv_weights": 3 * d * d - 3 * d * d // n_heads,
        "qkv_biases": 3 * d - 3,
        "dense_weights": 0,
        "dense_biases": n * (d - n),
    }


def corrected_difference(n, d, n_heads):
    return n**2 * d**2 + n * d - 3 * d**2 - 3 * d
