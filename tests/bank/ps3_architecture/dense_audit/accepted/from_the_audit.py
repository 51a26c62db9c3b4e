"""Line by line; capitals."""

audit_lines = {
    "1": "wrong",
    "2": "follows",
    "3": "wrong",
    "4": "Right",
    "5": "wrong",
    "6": "follows",
}


def dense_audit(n, d, n_heads):
    lines = {}
    lines["dense_biases"] = -n * n + n * d
    lines["dense_weights"] = 0.0
    lines["qkv_biases"] = 3 * (d - 1)
    lines["qkv_weights"] = 3 * d**2 * (n_heads - 1) // n_heads
    return lines
