"""Separates products, by a helper, from elementwise lines."""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden

    products = sum(
        2 * m * n * p
        for m, n, p in [
            (h, L, 1), (h, L, o), (L, h, o), (L, L, o), (L, o, L), (L, L, a), (L, L, a),
            (a, L, i), (a, L, i), (o, L, i),
        ]
    )
    softmax = L * (2 * L) + 2 * L**2
    return products + L + L * h + softmax + L**2
