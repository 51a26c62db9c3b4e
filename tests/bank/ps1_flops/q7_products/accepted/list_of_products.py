"""Lists the eleven products by their sizes."""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden

    products = [(h, L, 1), (L, 1, h), (h, L, o), (L, h, o), (L, L, o), (L, o, L)]
    products += [(L, L, a), (L, L, a), (a, L, i), (a, L, i), (o, L, i)]
    return sum(2 * m * n * p for m, n, p in products)
