"""Counts the entries of arrays."""

audit_lines = dict(zip("123456", "wrong follows wrong right wrong follows".split()))


def dense_audit(n, d, n_heads):
    e = d // n_heads
    heads = [(np.zeros((e, d)), np.zeros(e)) for _ in range(3 * n_heads)]
    weights = sum(W.size for W, _ in heads)
    biases = sum(b.size for _, b in heads)
    return dict(
        qkv_weights=weights - 3 * n_heads * e**2,
        qkv_biases=biases - 3,
        dense_weights=int(0),
        dense_biases=np.zeros(n * d).size - n**2,
    )
