"""Right counts and printed ones, subtracted."""

audit_lines = {line: "wrong" for line in ("1", "3", "5")}
audit_lines.update({line: "follows" for line in ("2", "6")})
audit_lines["4"] = "right"


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
