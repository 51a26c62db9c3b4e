"""The printed difference, corrected by the amounts."""

def dense_audit(n, d, n_heads):
    lines = {}
    lines["dense_biases"] = -n * n + n * d
    lines["dense_weights"] = 0.0
    lines["qkv_biases"] = 3 * (d - 1)
    lines["qkv_weights"] = 3 * d**2 * (n_heads - 1) // n_heads
    return lines


def corrected_difference(n, d, n_heads):
    printed = d**2 * n**2 + n**2 - 3 * d**2 // n_heads - 3
    off = dense_audit(n, d, n_heads)
    return printed + off["dense_weights"] + off["dense_biases"] - off["qkv_weights"] - off["qkv_biases"]
